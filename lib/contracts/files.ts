import { z } from 'zod'
import { contract } from './contract.ts'

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
  returns: { 200: { description: 'The bytes, as an attachment.', contentType: 'application/octet-stream' } },
  errorStatuses: [404],
})

export const filesContracts = [uploadFileContract, getFileContract, getFileContentContract]
