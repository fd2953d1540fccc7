import { files } from '#db/schema/documents'
import type { FileView } from '#lib/contracts/files'
import type { ReceivedFile } from '#lib/documents/receive-upload'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { fileView } from './file-view.ts'

/** Writes the record of a file whose bytes are in the store already. */
export const recordFile = defineOperation<ReceivedFile, FileView>({
  name: 'record-file',
  permission: 'files:upload',
  audit: ({ output }) => ({ action: 'file.upload', objectKind: 'file', objectId: output.id, details: { size: output.size, mimeType: output.mimeType } }),
  async run({ actor, input, tx }) {
    const [file] = await tx
      .insert(files)
      .values({ id: newId(), organizationId: actor.organizationId, ...input, createdBy: actor.name })
      .returning()
    if (!file) throw new Error('the file was not recorded')
    return fileView(file)
  },
})
