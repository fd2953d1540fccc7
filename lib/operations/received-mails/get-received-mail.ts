import type { Actor } from '#lib/auth/actor'
import type { ReceivedMailView } from '#lib/contracts/runs/received-mails'
import { openFile } from '#lib/documents/file-store'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { getReceivedMailFor, receivedMailView } from './received-mail-view.ts'

type ById = { id: string }

/** Reads a received mail. Throws 404. */
export const getReceivedMail = defineOperation<ById, ReceivedMailView>({
  name: 'getReceivedMail',
  permission: 'mails:read',
  audit: ({ input }) => ({
    action: 'received-mail.read',
    objectKind: 'received-mail',
    objectId: input.id,
  }),
  run: async ({ actor, input, tx }) =>
    receivedMailView(await getReceivedMailFor(tx, actor, input.id)),
})

const readRecord = defineOperation<ById, { rawKey: string; rawSize: number }>({
  name: 'downloadReceivedMail',
  permission: 'mails:read',
  audit: ({ input }) => ({
    action: 'received-mail.download',
    objectKind: 'received-mail',
    objectId: input.id,
  }),
  async run({ actor, input, tx }) {
    const { mail } = await getReceivedMailFor(tx, actor, input.id)
    return { rawKey: mail.rawKey, rawSize: mail.rawSize }
  },
})

async function download(actor: Actor, input: ById, info: CallInfo = {}) {
  const { rawKey, rawSize } = await readRecord(actor, input, info)
  return {
    fileName: `mail-${input.id.slice(-8)}.eml`,
    mimeType: 'message/rfc822',
    size: rawSize,
    content: await openFile(rawKey),
  }
}

/** Opens a received mail as it was sent. Throws 404, or 503 when its bytes are missing. */
export const downloadReceivedMail = asOperation(
  { name: readRecord.keyScope, permission: readRecord.permission },
  download,
)
