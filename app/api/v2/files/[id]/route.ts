import { getFileContract } from '#lib/contracts/files'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getFile } from '#lib/operations/files/get-file'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getFileContract, getFile) })
