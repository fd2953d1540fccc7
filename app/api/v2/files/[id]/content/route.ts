import { getFileContentContract } from '#lib/contracts/files'
import { fileResponse } from '#lib/http/file-response'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { downloadFile } from '#lib/operations/files/download-file'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ GET: route(getFileContentContract, downloadFile, { respond: fileResponse }) })
