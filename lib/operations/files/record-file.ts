import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import type { Actor } from '#lib/auth/actor'
import type { FileView } from '#lib/contracts/data/files'
import type { ReceivedFile } from '#lib/documents/receive-upload'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { requireStorage } from '../usage/storage-use.ts'
import { fileView } from './file-view.ts'

/**
 * Writes the row of a file in the caller's transaction. The file of a public caller is unclaimed
 * until they submit their form (`claimFiles`), a temporary one until something keeps it.
 */
export async function insertFile(
  tx: Tx,
  actor: Actor,
  { fileName, mimeType, size, sha256, storageKey }: ReceivedFile,
  { id = newId(), temporary = false }: { id?: string; temporary?: boolean } = {},
): Promise<FileView> {
  const { organizationId, name: createdBy, id: createdById, kind } = actor
  const unclaimed = temporary || kind === 'public'
  const stored = { fileName, mimeType, size, sha256, storageKey }
  const [file] = await tx
    .insert(files)
    .values({ id, organizationId, ...stored, createdBy, createdById, unclaimed })
    .returning()
  if (!file) throw new Error('the file was not recorded')
  return fileView(file)
}

/** Writes the row of a file whose bytes are already stored. */
export const recordFile = defineOperation<ReceivedFile, FileView>({
  name: 'record-file',
  permission: 'files:upload',
  audit: ({ output }) => ({
    action: 'file.upload',
    objectKind: 'file',
    objectId: output.id,
    details: { size: output.size, mimeType: output.mimeType },
  }),
  async run({ actor, input, tx }) {
    await requireStorage(tx, actor.organizationId, input.size)
    return await insertFile(tx, actor, input)
  },
})
