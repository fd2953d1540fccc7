import { z } from 'zod'
import { contract } from '../contract.ts'

const fileParams = z.strictObject({ id: z.uuid('A file has a UUID as its id.') })

export const fileSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.int(),
  sha256: z.string(),
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type FileView = z.infer<typeof fileSchema>

export const uploadFileContract = contract({
  id: 'uploadFile',
  method: 'POST',
  path: '/api/v2/files',
  summary: 'Upload one file (multipart/form-data, field `file`), at most 200 MB',
  tag: 'Files',
  binary: 'multipart',
  returns: { 201: { description: 'The stored file.', schema: fileSchema } },
  errorStatuses: [413, 415],
})

export const getFileContract = contract({
  id: 'getFile',
  method: 'GET',
  path: '/api/v2/files/{id}',
  summary: 'Read what is known of a file',
  tag: 'Files',
  params: fileParams,
  returns: { 200: { description: 'The file.', schema: fileSchema } },
  errorStatuses: [404],
})

export const getFileContentContract = contract({
  id: 'getFileContent',
  method: 'GET',
  path: '/api/v2/files/{id}/content',
  summary: 'Download a file',
  tag: 'Files',
  params: fileParams,
  returns: {
    200: { description: 'The bytes, as an attachment.', contentType: 'application/octet-stream' },
  },
  errorStatuses: [404],
})

export const uploadSchema = z.object({
  id: z.uuid(),
  /** Bytes of the whole file. */
  size: z.int(),
  /** Bytes that the server has: the next part begins here. */
  received: z.int(),
  /** The stored file, with the same id, once the last part is there. */
  file: fileSchema.nullable(),
})
export type UploadView = z.infer<typeof uploadSchema>

export const uploadParams = z.strictObject({ id: z.uuid('An upload has a UUID as its id.') })
export const uploadBody = z.strictObject({
  fileName: z.string().min(1).max(1000),
  mimeType: z.string().max(300).default('application/octet-stream'),
  size: z.int().min(1, 'An empty file cannot be uploaded.'),
})
export const partQuery = z.strictObject({ offset: z.coerce.number().int().min(0) })
export const partHeaders = {
  'content-digest': 'SHA-256 of the part (RFC 9530), which is then checked.',
}

export const beginUploadContract = contract({
  id: 'beginUpload',
  method: 'POST',
  path: '/api/v2/uploads',
  summary: 'Begin to upload a file in parts, at most 200 MB',
  description:
    'For large files and weak connections: each part that arrived is kept, so a lost connection ' +
    'costs one part. What rests for a day is removed.',
  tag: 'Files',
  body: uploadBody,
  returns: { 201: { description: 'The upload.', schema: uploadSchema } },
  errorStatuses: [413, 415],
})

export const getUploadContract = contract({
  id: 'getUpload',
  method: 'GET',
  path: '/api/v2/uploads/{id}',
  summary: 'How far an upload is, and where it goes on',
  tag: 'Files',
  params: uploadParams,
  returns: { 200: { description: 'The upload.', schema: uploadSchema } },
  errorStatuses: [404],
})

export const sendPartContract = contract({
  id: 'sendPart',
  method: 'PUT',
  path: '/api/v2/uploads/{id}/content',
  summary: 'Send the next part of an upload, at most 8 MB; the last one makes the file',
  description:
    '`offset` is the byte of the file at which the part begins. When it is not where the upload ' +
    'goes on the answer is 409, with that byte as `received` in its details.',
  tag: 'Files',
  params: uploadParams,
  query: partQuery,
  headers: partHeaders,
  binary: 'octets',
  returns: { 200: { description: 'The upload, one part further.', schema: uploadSchema } },
  errorStatuses: [404, 409, 413],
})
