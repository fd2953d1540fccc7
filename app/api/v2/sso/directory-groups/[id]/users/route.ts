import { listDirectoryGroupUsersContract } from '#lib/contracts/directory'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { listDirectoryGroupUsers } from '#lib/operations/directory/list-directory-group-users'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(listDirectoryGroupUsersContract, listDirectoryGroupUsers) })
