import { buffer } from 'node:stream/consumers'
import { policies } from '#db/schema/documents'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { FileView } from '#lib/contracts/data/files'
import type { PolicyView } from '#lib/contracts/data/policies'
import { extractText } from '#lib/documents/extract-text'
import { openFile, removeFile } from '#lib/documents/file-store'
import { receiveUpload, type Upload } from '#lib/documents/receive-upload'
import { maxWholeFileBytes } from '#lib/domain/form/file-limits'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { insertFile } from '../files/record-file.ts'
import { getPolicyOrThrow } from './find-policy.ts'

type Received = Awaited<ReturnType<typeof receiveUpload>>
type Stored = { policyId: string; title: string | undefined; text: string; received: Received }

const recordPolicy = defineOperation<Stored, PolicyView>({
  name: 'uploadPolicy',
  permission: 'policies:manage',
  audit: ({ output }) => ({
    action: 'policy.uploaded',
    objectKind: 'policy',
    objectId: output.id,
    details: { fileName: output.fileName },
  }),
  async run({ actor, input, tx }) {
    const file: FileView = await insertFile(tx, actor, input.received)
    const title = input.title ?? input.received.fileName.replace(/\.[^.]+$/, '')
    const change = { text: input.text, fileId: file.id, updatedAt: new Date() }
    await tx
      .insert(policies)
      .values({ organizationId: actor.organizationId, id: input.policyId, title, ...change })
      .onConflictDoUpdate({
        target: [policies.organizationId, policies.id],
        set: { ...change, ...(input.title === undefined ? {} : { title }) },
      })
    return await getPolicyOrThrow(tx, input.policyId)
  },
})

async function upload(
  actor: Actor,
  { policyId, upload: sent }: { policyId: string; upload: Upload },
  info: CallInfo = {},
): Promise<PolicyView> {
  requirePermission(actor, recordPolicy.permission)
  const received = await receiveUpload(sent, { fields: ['title'], maxBytes: maxWholeFileBytes })
  try {
    const bytes = await buffer(await openFile(received.storageKey))
    const { organizationId } = actor
    const text = await extractText(received.fileName, bytes, { organizationId })
    return await recordPolicy(
      actor,
      { policyId, title: received.fields['title']?.trim() || undefined, text, received },
      info,
    )
  } catch (error) {
    await removeFile(received.storageKey)
    throw error
  }
}

/**
 * Adds or replaces a policy by its document. The text is extracted before anything is written;
 * nothing is stored when that fails.
 */
export const uploadPolicy = asOperation(
  { name: recordPolicy.keyScope, permission: recordPolicy.permission },
  upload,
)
