import { cancelTaskContract } from '#lib/contracts/tasks'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { cancelTask } from '#lib/operations/tasks/cancel-task'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(cancelTaskContract, cancelTask) })
