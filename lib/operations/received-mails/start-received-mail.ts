import { eq, inArray } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { receivedMails } from '#db/schema/received-mails'
import type { Actor } from '#lib/auth/actor'
import { can } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { getReceivedMailFor, mayStart } from './received-mail-view.ts'
import type { ReceivedMail } from './read-stored-mail.ts'
import { prepareMailStart, startMailRun, type PreparedStart } from './start-mail-run.ts'

type ById = { id: string }

const name = 'startReceivedMail'
const permission = 'runs:start'

function requireStartable(mail: ReceivedMail): asserts mail is ReceivedMail & {
  workflowId: string
  content: NonNullable<ReceivedMail['content']>
} {
  if (mayStart(mail)) return
  const { id, status, runId } = mail
  if (status === 'waiting')
    throw new ApiError('conflict', 'This mail is still being read. Try again in a moment.', { id })
  if (runId !== null)
    throw new ApiError('conflict', 'This mail has a run already; open it, or retry it there.', {
      id,
      runId,
    })
  throw new ApiError(
    'conflict',
    'This mail cannot start a workflow: it was not read, or its workflow was deleted.',
    { id },
  )
}

const startOf = (actor: Actor, mail: ReceivedMail): PreparedStart => {
  requireStartable(mail)
  const { organizationId, id: mailId, content, attachments } = mail
  return {
    organizationId,
    mailId,
    content,
    attachments,
    startedBy: actor.name,
    startedByUserId: actor.kind === 'user' ? actor.id : null,
  }
}

const startIt = defineOperation<ById & { prepared?: PreparedStart }, { runId: string }>({
  name,
  permission,
  audit: ({ input, output }) => ({
    action: 'received-mail.started',
    objectKind: 'received-mail',
    objectId: input.id,
    details: { runId: output.runId },
  }),
  async run({ actor, input: { id, prepared }, tx }) {
    // The lock comes first: two people who press the button start one run.
    await tx.select().from(receivedMails).where(eq(receivedMails.id, id)).for('update')
    const { mail } = await getReceivedMailFor(tx, actor, id)
    requireStartable(mail)
    const workflow = await getWorkflowFor(tx, actor, mail.workflowId, 'run')
    const { runId } = await startMailRun(tx, workflow, prepared ?? startOf(actor, mail))
    const ids = mail.attachments.map((file) => file.id)
    if (ids.length > 0) await tx.update(files).set({ runId }).where(inArray(files.id, ids))
    await tx.update(receivedMails).set({ status: 'started', runId }).where(eq(receivedMails.id, id))
    return { runId }
  },
})

async function start(actor: Actor, { id }: ById, info: CallInfo = {}): Promise<{ runId: string }> {
  requirePermission(actor, permission)
  // Who does not read the mail may not start a run with it either.
  if (!can(actor, 'mails:read')) throw ApiError.notFound('received mail', id)
  // An earlier request with this key may have its answer already.
  if (info.idempotency) return await startIt(actor, { id }, info)
  const { organizationId } = actor
  const { mail } = await inOrganization(organizationId, (tx) => getReceivedMailFor(tx, actor, id))
  if (!mayStart(mail) || mail.workflowId === null) return await startIt(actor, { id }, info)
  const prepared = await prepareMailStart(startOf(actor, mail), mail.workflowId, info.signal)
  return await startIt(actor, { id, prepared }, info)
}

/**
 * Starts the workflow of a mail by hand, whatever its rules say. Throws 404, 409 for a mail that did
 * its work, and what the workflow has against the start.
 */
export const startReceivedMail = asOperation({ name, permission }, start)
