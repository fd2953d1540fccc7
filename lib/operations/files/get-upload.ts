import type { UploadView } from '#lib/contracts/data/files'
import { defineOperation } from '../define-operation.ts'
import { uploadViewOrThrow } from './find-upload.ts'

/** Reads how far an upload in parts is, so that its sender can go on. Throws 404. */
export const getUpload = defineOperation<{ id: string }, UploadView>({
  name: 'get-upload',
  permission: 'files:upload',
  run: async ({ actor, input, tx }) => await uploadViewOrThrow(tx, actor, input.id),
})
