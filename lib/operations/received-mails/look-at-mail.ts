import { and, eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { mailTriggers, receivedMails } from '#db/schema/received-mails'
import { consumeUse } from '#lib/auth/rate-limit'
import type { ResolveDns } from '#lib/documents/mail/read-mail'
import { ApiError } from '#lib/domain/api-error'
import { noMailRules, type MailFile, type MailReason } from '#lib/domain/received-mail'
import { log } from '#lib/log'
import { metrics } from '#lib/metrics'
import { holdIfBefore } from '../restores/hold-if-before.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { answerWaiting } from './answer-waiting.ts'
import {
  discardAttachments,
  readStoredMail,
  type ReceivedMail,
  type UnderstoodMail,
} from './read-stored-mail.ts'
import { reasonToStop } from './rules.ts'
import { prepareMailStart, startMailRun, type PreparedStart } from './start-mail-run.ts'

/** More from one sender to one address in an hour is a loop, or somebody who floods. */
const perSenderAndHour = 300
const longestPauseSeconds = 300
/** What may pass is tried for so long; a workflow may be paused over a holiday. */
const givenUpAfterHours = 7 * 24

/** Refusals that pass. */
const passing = new Set(['workflow_paused', 'workflow_busy', 'rate_limited', 'unavailable'])

type Outcome = Pick<ReceivedMail, 'status' | 'reason' | 'runId'>

const stopped = (reason: MailReason, runId: string | null): Outcome => ({
  status: 'stopped',
  reason,
  runId,
})

const reasonOf = ({ code, message }: ApiError): MailReason => ({ code, message })

/** Why nothing must happen: a rule of the address, or too many mails of its sender. */
async function reasonAgainst(mail: ReceivedMail, read: UnderstoodMail) {
  const { organizationId, workflowId, purpose, sender, recipient } = mail
  const [trigger] =
    purpose === 'start' && workflowId !== null
      ? await inOrganization(organizationId, (tx) =>
          tx.select().from(mailTriggers).where(eq(mailTriggers.workflowId, workflowId)),
        )
      : []
  if (purpose === 'start' && !trigger) {
    const message = 'Its address was removed before it was read.'
    return { code: 'no-address', message }
  }
  const rules = trigger?.rules ?? noMailRules
  const { content, signs } = read
  const reason = reasonToStop({ purpose, sender, content, signs, rules })
  if (reason) return reason
  // Counted once: a mail of a paused workflow is looked at again and again.
  if (mail.looks > 0) return undefined
  const of = ['received mail', organizationId, recipient, content.from.toLowerCase()]
  const wait = await consumeUse({ of, most: perSenderAndHour, seconds: 3_600 })
  if (wait === 0) return undefined
  const message = 'Too many mails of this sender came to this address within an hour.'
  return { code: 'too-many', message }
}

/** Starts the workflow within a transaction of its own, so that a refusal leaves the mail. */
async function tryStart(tx: Tx, mail: ReceivedMail, start: PreparedStart): Promise<Outcome> {
  const { workflowId } = mail
  if (workflowId === null) {
    const message = 'The workflow of this address was deleted.'
    return { status: 'refused', reason: { code: 'not_found', message }, runId: null }
  }
  try {
    const { runId } = await tx.transaction(async (inner) => {
      const workflow = await getWorkflowOrThrow(inner, workflowId)
      const started = await startMailRun(inner, workflow, start)
      await holdIfBefore(inner, started.runId, mail.createdAt)
      return started
    })
    return { status: 'started', reason: null, runId }
  } catch (error) {
    if (!(error instanceof ApiError) || passing.has(error.code)) throw error
    return { status: 'refused', reason: reasonOf(error), runId: null }
  }
}

async function act(
  tx: Tx,
  mail: ReceivedMail,
  start: PreparedStart,
  reason: MailReason | undefined,
): Promise<Outcome> {
  if (reason) return stopped(reason, mail.runId)
  if (mail.purpose === 'reply') return await answerWaiting(tx, mail)
  return await tryStart(tx, mail, start)
}

/** Writes the rows of the attachments; with the run that the mail belongs to they are deleted. */
async function writeFiles(tx: Tx, mail: ReceivedMail, read: UnderstoodMail, runId: string | null) {
  if (read.attachments.length === 0) return
  await tx.insert(files).values(
    read.attachments.map((attachment) => ({
      ...attachment,
      organizationId: mail.organizationId,
      runId,
      createdBy: 'E-mail',
    })),
  )
}

type Settling = {
  signal: AbortSignal
  /**
   * Set before the commit: one whose answer got lost may have been done, and then the bytes of the
   * attachments are needed. Where it was not done the sweep of the file store takes them.
   */
  use: { mayBeKept: boolean }
}

async function settle(
  mail: ReceivedMail,
  read: UnderstoodMail,
  { signal, use }: Settling,
): Promise<void> {
  const { id: mailId, organizationId, workflowId, purpose } = mail
  const { content } = read
  const attachments: MailFile[] = read.attachments.map(({ id, fileName, mimeType, size }) => ({
    id,
    fileName,
    mimeType,
    size,
  }))
  const reason = await reasonAgainst(mail, read)
  const start = {
    organizationId,
    mailId,
    content,
    attachments,
    startedBy: 'E-mail',
    startedByUserId: null,
  }
  const prepared =
    purpose === 'start' && workflowId !== null && !reason
      ? await prepareMailStart(start, workflowId, signal).catch((error: unknown) => {
          if (error instanceof ApiError && !passing.has(error.code)) return start
          throw error
        })
      : start
  const status = await inOrganization(organizationId, async (tx) => {
    const waiting = and(eq(receivedMails.id, mailId), eq(receivedMails.status, 'waiting'))
    const [mine] = await tx.select().from(receivedMails).where(waiting).for('update')
    if (!mine) return undefined
    // The start looks for the files that it names.
    await writeFiles(tx, mail, read, mine.runId)
    const outcome = await act(tx, mine, prepared, reason)
    if (outcome.runId !== mine.runId && attachments.length > 0)
      await tx
        .update(files)
        .set({ runId: outcome.runId })
        .where(sql`${files.id} = any(${sql.param(attachments.map(({ id }) => id))}::uuid[])`)
    await tx
      .update(receivedMails)
      .set({ ...outcome, content, attachments, nextLookAt: null })
      .where(eq(receivedMails.id, mailId))
    log.info({ mailId, status: outcome.status, reason: outcome.reason?.code }, 'a mail was read')
    use.mayBeKept = true
    return outcome.status
  })
  if (status) metrics.mailsRead.inc({ status })
}

/** Looks again later: soon at first, then every five minutes. */
async function lookAgain(mail: ReceivedMail, reason: MailReason | null): Promise<void> {
  const { id, organizationId, looks } = mail
  const seconds = Math.min(longestPauseSeconds, 2 * 1.5 ** Math.min(looks, 20))
  await inOrganization(organizationId, (tx) =>
    tx
      .update(receivedMails)
      .set({
        reason,
        looks: looks + 1,
        nextLookAt: sql`now() + make_interval(secs => ${seconds})`,
      })
      .where(and(eq(receivedMails.id, id), eq(receivedMails.status, 'waiting'))),
  )
}

/** Ends the looking. The mail and its bytes stay, for a person to see. */
async function giveUp(
  { id, organizationId }: ReceivedMail,
  status: 'unreadable' | 'refused',
  reason: MailReason,
): Promise<void> {
  const ended = await inOrganization(organizationId, (tx) =>
    tx
      .update(receivedMails)
      .set({ status, reason, nextLookAt: null })
      .where(and(eq(receivedMails.id, id), eq(receivedMails.status, 'waiting')))
      .returning({ id: receivedMails.id }),
  )
  metrics.mailsRead.inc({ status }, ended.length)
}

async function lookOnce(
  mail: ReceivedMail,
  options: { signal: AbortSignal; resolve?: ResolveDns | undefined },
): Promise<void> {
  const read = await readStoredMail(mail, options)
  if ('unreadable' in read) {
    log.warn({ mailId: mail.id }, 'a mail could not be read; it is kept')
    return await giveUp(mail, 'unreadable', { code: 'unreadable', message: read.unreadable })
  }
  const use = { mayBeKept: false }
  try {
    await settle(mail, read, { ...options, use })
  } finally {
    if (!use.mayBeKept) await discardAttachments(read.attachments)
  }
}

const unexpected: MailReason = {
  code: 'unexpected',
  message: 'Something went wrong with this mail. Tell the operator of this service.',
}
const slow: MailReason = {
  code: 'slow',
  message: 'Reading this mail took too long.',
}

function reasonOfError(error: unknown, { aborted }: AbortSignal): MailReason {
  if (error instanceof ApiError) return reasonOf(error)
  return aborted ? slow : unexpected
}

/** Whether this process ends, and not this mail took too long. */
const isStopping = ({ aborted, reason }: AbortSignal): boolean =>
  aborted && !(reason instanceof DOMException && reason.name === 'TimeoutError')

/**
 * Reads a mail, and in one transaction stores its attachments and starts its workflow, or answers
 * the run that waits: a worker that dies in the middle leaves nothing, and the next does it once.
 * What may pass is tried again, for a week.
 */
export async function lookAtMail(
  mail: ReceivedMail,
  options: { signal: AbortSignal; resolve?: ResolveDns | undefined },
): Promise<void> {
  try {
    await lookOnce(mail, options)
  } catch (error) {
    if (isStopping(options.signal)) return await lookAgain(mail, mail.reason)
    const isOld = Date.now() - mail.createdAt.getTime() > givenUpAfterHours * 3_600_000
    const reason = reasonOfError(error, options.signal)
    log.warn(
      { mailId: mail.id, code: reason.code, ...(reason === unexpected ? { error } : {}) },
      'a mail could not be looked at; it is tried again',
    )
    if (isOld) await giveUp(mail, 'refused', reason)
    else await lookAgain(mail, reason)
  }
}
