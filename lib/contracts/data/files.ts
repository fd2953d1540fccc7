import { z } from 'zod'
import { contract } from '../contract.ts'
import { uploadsPath } from './uploads-path.ts'

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
  summary: 'Read the name, type and size of a file',
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

const fileLinkSchema = z.object({
  /** Reads the file without credentials when `direct`, otherwise our own address. */
  url: z.url(),
  direct: z.boolean(),
  /** When a direct link ends; null for our own address. */
  expiresAt: z.iso.datetime({ offset: true }).nullable(),
})
export type FileLinkView = z.infer<typeof fileLinkSchema>

export const getFileLinkContract = contract({
  id: 'getFileLink',
  method: 'GET',
  path: '/api/v2/files/{id}/link',
  summary: 'Get an address to download a file from',
  description:
    'For large files. Where files lie in S3 and the operator allows it (`S3_LINK_SECONDS`), it is ' +
    'an address of the bucket, which anybody who has it may read until it ends; the audit log has ' +
    'it as a download. Otherwise it is that of `getFileContent`, which needs your key or session.',
  tag: 'Files',
  params: fileParams,
  returns: { 200: { description: 'The address.', schema: fileLinkSchema } },
  errorStatuses: [404],
})

export const uploadSchema = z.object({
  id: z.uuid(),
  /** The size of the whole file in bytes. */
  size: z.int(),
  /** The number of bytes that are stored: the next part begins here. */
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
  path: uploadsPath,
  summary: 'Start to upload a file in parts, at most 200 MB',
  description:
    'For large files and weak connections: each part that arrived is stored, so a lost ' +
    'connection costs one part. An upload without a new part for a day is deleted; a file that is ' +
    '`temporary` also, unless a test case or the start of a run names it.',
  tag: 'Files',
  body: uploadBody.extend({ temporary: z.boolean().default(false) }),
  returns: { 201: { description: 'The upload.', schema: uploadSchema } },
  errorStatuses: [413, 415],
})

export const getUploadContract = contract({
  id: 'getUpload',
  method: 'GET',
  path: '/api/v2/uploads/{id}',
  summary: 'Read how far an upload is',
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
    '`offset` is the byte of the file at which the part begins. When the upload goes on at ' +
    'another byte, the answer is 409, with that byte as `received` in its details.',
  tag: 'Files',
  params: uploadParams,
  query: partQuery,
  headers: partHeaders,
  binary: 'octets',
  returns: { 200: { description: 'The upload with this part.', schema: uploadSchema } },
  errorStatuses: [404, 409, 413],
})
