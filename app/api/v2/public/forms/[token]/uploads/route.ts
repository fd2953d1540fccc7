import { beginPublicUploadContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { beginPublicUpload } from '#lib/operations/forms/public-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(beginPublicUploadContract, beginPublicUpload),
})
