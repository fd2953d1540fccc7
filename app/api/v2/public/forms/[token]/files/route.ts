import { uploadPublicFormFileContract } from '#lib/contracts/forms'
import { methods } from '#lib/http/methods'
import { route } from '#lib/http/route'
import { uploadOf } from '#lib/http/upload-of'
import { uploadPublicFormFile } from '#lib/operations/forms/public-form'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route(uploadPublicFormFileContract, uploadPublicFormFile, { input: ({ params, request }) => ({ token: params.token, upload: uploadOf(request) }) }),
})
