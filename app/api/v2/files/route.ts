import { uploadFileContract } from '#lib/contracts/files'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { uploadOf } from '#lib/http/upload-of'
import { uploadFile } from '#lib/operations/files/upload-file'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: route(uploadFileContract, uploadFile, { input: ({ request }) => uploadOf(request) }) })
