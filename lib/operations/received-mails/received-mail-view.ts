import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { receivedMails } from '#db/schema/received-mails'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { ReceivedMailSummary, ReceivedMailView } from '#lib/contracts/runs/received-mails'
import { ApiError } from '#lib/domain/api-error'
import { ofRunsOfWorkflow, ofVisibleRuns } from '../access/access-sql.ts'
import type { ReceivedMail } from './read-stored-mail.ts'

type Workflow = { id: string; slug: string; name: string } | null
export type MailWithWorkflow = { mail: ReceivedMail; workflow: Workflow }

/** What a list reads; joined with `workflows`. */
export const mailWithWorkflow = {
  mail: receivedMails,
  workflow: { id: workflows.id, slug: workflows.slug, name: workflows.name },
}

/**
 * Which mails the caller sees: one of a run like its run, another like the runs of its workflow,
 * because it may become one.
 */
export function visibleReceivedMails(actor: Actor): SQL | undefined {
  const ofRun = ofVisibleRuns(actor, receivedMails.runId)
  const ofWorkflow = ofRunsOfWorkflow(actor)
  if (!ofRun || !ofWorkflow) return undefined
  return sql`(case when ${receivedMails.runId} is null
    then ${receivedMails.workflowId} is null or ${ofWorkflow} else ${ofRun} end)`
}

export function receivedMailSummary({ mail, workflow }: MailWithWorkflow): ReceivedMailSummary {
  const { id, purpose, status, reason, content, sender, recipient, attachments, runId } = mail
  return {
    id,
    purpose,
    status,
    reason,
    from: content?.from ?? sender,
    subject: content?.subject ?? '',
    recipient,
    attachments,
    workflow,
    runId,
    receivedAt: mail.createdAt.toISOString(),
  }
}

/** Whether a person may start its workflow: it did nothing, and there is something to start with. */
export const mayStart = ({ purpose, status, content, workflowId }: ReceivedMail): boolean =>
  purpose === 'start' &&
  (status === 'stopped' || status === 'refused') &&
  content !== null &&
  workflowId !== null

export function receivedMailView(found: MailWithWorkflow): ReceivedMailView {
  const { mail } = found
  const { content, sender, remoteAddress, helo, rawSize } = mail
  return {
    ...receivedMailSummary(found),
    fromName: content?.fromName ?? '',
    to: content?.to ?? [],
    cc: content?.cc ?? [],
    date: content?.date ?? null,
    text: content?.text ?? '',
    newText: content?.newText ?? '',
    autoSubmitted: content?.autoSubmitted ?? false,
    checks: content?.checks ?? null,
    envelope: { sender, remoteAddress, helo },
    size: rawSize,
    mayStart: mayStart(mail),
  }
}

/** A received mail for a caller. Throws 404. */
export async function getReceivedMailFor(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<MailWithWorkflow> {
  const [found] = await tx
    .select(mailWithWorkflow)
    .from(receivedMails)
    .leftJoin(workflows, eq(workflows.id, receivedMails.workflowId))
    .where(and(eq(receivedMails.id, id), visibleReceivedMails(actor)))
  if (!found) throw ApiError.notFound('received mail', id)
  return found
}
