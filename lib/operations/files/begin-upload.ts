import { uploads } from '#db/schema/documents'
import type { UploadView } from '#lib/contracts/data/files'
import { safeFileName } from '#lib/documents/file-name'
import { newStorageKey } from '#lib/documents/file-store'
import { ApiError } from '#lib/domain/api-error'
import { inMegabytes, maxFileBytes } from '#lib/domain/form/file-limits'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { requireStorage } from '../usage/storage-use.ts'
import { requireNoProgram } from './require-no-program.ts'

type Input = { fileName: string; mimeType: string; size: number; temporary?: boolean }

/** Starts an upload in parts. Throws 413 for a file that is too large, and
 * `storage_quota`, before a byte is sent. */
export const beginUpload = defineOperation<Input, UploadView>({
  name: 'begin-upload',
  permission: 'files:upload',
  audit: ({ input, output }) => ({
    action: 'file.upload_begun',
    objectKind: 'file',
    objectId: output.id,
    details: { size: input.size },
  }),
  async run({ actor, input, tx }) {
    if (input.size > maxFileBytes)
      throw new ApiError(
        'payload_too_large',
        `A file may have at most ${inMegabytes(maxFileBytes)} here.`,
        { maxBytes: maxFileBytes },
      )
    requireNoProgram(actor, { fileName: input.fileName })
    await requireStorage(tx, actor.organizationId, input.size)
    const id = newId()
    await tx.insert(uploads).values({
      id,
      organizationId: actor.organizationId,
      actorKind: actor.kind,
      actorId: actor.id,
      fileName: safeFileName(input.fileName),
      mimeType: input.mimeType,
      size: input.size,
      storageKey: newStorageKey(),
      temporary: input.temporary ?? false,
    })
    return { id, size: input.size, received: 0, file: null }
  },
})
