import type { Actor } from '#lib/auth/actor'
import { openFile } from '#lib/documents/file-store'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { getFileFor } from './file-for.ts'

export type Download = {
  fileName: string
  mimeType: string
  size: number
  content: ReadableStream<Uint8Array>
}

const readFileRecord = defineOperation<
  { id: string },
  Omit<Download, 'content'> & { storageKey: string }
>({
  name: 'download-file',
  permission: 'files:read',
  audit: ({ input }) => ({ action: 'file.download', objectKind: 'file', objectId: input.id }),
  run: async ({ actor, input, tx }) => await getFileFor(tx, actor, input.id),
})

async function download(
  actor: Actor,
  input: { id: string },
  info: CallInfo = {},
): Promise<Download> {
  const { storageKey, fileName, mimeType, size } = await readFileRecord(actor, input, info)
  return { fileName, mimeType, size, content: await openFile(storageKey) }
}

/**
 * Opens a file with its bytes as a stream; each download is in the audit log. Throws 404, or 503
 * when its bytes are missing.
 */
export const downloadFile = asOperation(
  { name: readFileRecord.keyScope, permission: readFileRecord.permission },
  download,
)
