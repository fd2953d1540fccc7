import { getTaskContract } from '#lib/contracts/tasks'
import { route } from '#lib/http/route'
import { getTask } from '#lib/operations/tasks/get-task'

export const GET = route(getTaskContract, getTask)
