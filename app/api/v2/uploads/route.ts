import { beginUploadContract } from '#lib/contracts/files'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { beginUpload } from '#lib/operations/files/begin-upload'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(beginUploadContract, beginUpload),
})
