import { getUploadContract } from '#lib/contracts/files'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getUpload } from '#lib/operations/files/get-upload'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getUploadContract, getUpload),
})
