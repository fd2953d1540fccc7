import { getPublicUploadContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { getPublicUpload } from '#lib/operations/forms/public-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route(getPublicUploadContract, getPublicUpload),
})
