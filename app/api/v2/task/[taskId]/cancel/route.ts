import { cancelTaskContract } from '#lib/contracts/tasks'
import { route } from '#lib/http/route'
import { cancelTask } from '#lib/operations/tasks/cancel-task'

export const POST = route(cancelTaskContract, cancelTask)
