import { getTaskContract } from '#lib/contracts/tasks'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getTask } from '#lib/operations/tasks/get-task'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getTaskContract, getTask) })
