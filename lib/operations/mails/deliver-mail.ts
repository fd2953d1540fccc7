import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { engineDb, type Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { isAddressDead, statusIn, type MailStatus } from '#lib/domain/mail/status'
import { faultPoint } from '#lib/engine/store/fault-points'
import { env } from '#lib/env'
import { InternalAddress } from '#lib/integrations/outbound/outbound-agent'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import { openText } from '#lib/sealed-text'
import { composeMail, type MailSettings, type Recipients } from './compose-mail.ts'
import { openAttachments } from './mail-attachments.ts'
import { privateMailPlace } from './private-mail.ts'
import {
  applyMailEvents,
  findSuppressed,
  recipientsOf,
  type MailNews,
} from './reports/apply-mail-events.ts'
import { isBeingSent } from './is-being-sent.ts'
import { endMailWaiting } from './reports/mail-waiting.ts'
import { loadSender, type Sender } from './sender/load-sender.ts'
import { openTransport } from './sender/smtp-transport.ts'
import { suppressedMessage } from '#lib/domain/mail/suppressed'

const payloadSchema = z.object({ mailId: z.uuid() })
const longestAnswer = 1_000
const giveUpAfterMs = 3 * 24 * 60 * 60 * 1000

type MailRow = typeof mails.$inferSelect
type RejectedRecipient = { recipient?: string; responseCode?: number; response?: string }
type Sent = {
  rejected?: (string | { address: string })[]
  rejectedErrors?: RejectedRecipient[]
  response?: string
}
type Refusal = { responseCode?: unknown; code?: unknown; rejectedErrors?: RejectedRecipient[] }

/**
 * Whether the server refuses this mail permanently (RFC 5321 §4.2.1: 5yz). Wrong credentials
 * and a missing encryption are not permanent: a person can correct them, so the mail waits.
 */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = error as Refusal
  return (
    code !== 'EAUTH' &&
    code !== 'ETLS' &&
    typeof responseCode === 'number' &&
    responseCode >= 500 &&
    responseCode < 600
  )
}

function reasonOf(error: unknown, sender: Sender): string {
  if (error instanceof InternalAddress) return error.sentence
  const { responseCode, code } = error as Refusal
  const where = sender.server ? 'the sender of the organization' : 'SMTP_URL'
  if (code === 'EAUTH') return `The mail server refused the user name or password in ${where}.`
  if (typeof responseCode === 'number') return `The mail server refused it (${responseCode}).`
  const reason = typeof code === 'string' ? code : 'unknown reason'
  return `The mail server could not be reached (${reason}).`
}

/**
 * A server may accept a mail for some recipients and refuse others. The mail then counts as sent,
 * with this error.
 */
function refusedFor({ rejected = [] }: Sent): string | null {
  return rejected.length > 0
    ? 'The mail server refused these recipients: ' +
        `${rejected.map((each) => (typeof each === 'string' ? each : each.address)).join(', ')}.`
    : null
}

/** What our mail server said of single recipients: those that it refused for good have bounced. */
function newsOfServer(mailId: string, refused: readonly RejectedRecipient[]): MailNews[] {
  return refused.flatMap(({ recipient, responseCode = 0, response = '' }) => {
    if (recipient === undefined || responseCode < 500) return []
    const code = statusIn(response) ?? null
    return [
      {
        type: 'bounced',
        recipient,
        hard: isAddressDead(code),
        code,
        reason: response,
        eventId: `${mailId}:${recipient.toLowerCase()}`,
        at: new Date(),
      },
    ]
  })
}

/** What is over needs no secret any more. */
const emptied = ({ private: isPrivate }: MailRow) => (isPrivate ? { text: '' } : {})

type End = Pick<MailRow, 'status'> & { error?: string | null; providerId?: string | null }

const notSent: ReadonlySet<MailStatus> = new Set(['suppressed', 'kept', 'failed'])
const nobody = { sender: null, senderUntil: null, senderWorker: null }

/** Ends the mail, and lets the step go on that waits for it. */
async function end(tx: Tx, mail: MailRow, ended: End): Promise<void> {
  await tx
    .update(mails)
    .set({
      ...ended,
      ...(notSent.has(ended.status) ? {} : { sentAt: sql`now()` }),
      ...emptied(mail),
      ...nobody,
    })
    .where(eq(mails.id, mail.id))
  await endMailWaiting(tx, { ...mail, status: ended.status })
}

/** Those who may get the mail now: an address may have been suppressed since it was queued. */
async function reachable(tx: Tx, mail: MailRow): Promise<Recipients> {
  const { recipients, cc, bcc } = mail
  if (mail.ofAccount) return { recipients, cc, bcc }
  const suppressed = await findSuppressed(tx, mail.organizationId, recipientsOf(mail))
  const without = (list: string[]) => list.filter((each) => !suppressed.has(each.toLowerCase()))
  return { recipients: without(recipients), cc: without(cc), bcc: without(bcc) }
}

/** The id that a provider answers, as in `250 Ok 0102…-000000`. */
export function idIn({ response = '' }: Sent): string | null {
  // The server is anybody's: on a long answer the pattern would take minutes.
  if (response.length > longestAnswer) return null
  return /^250\b.*?([\w.-]{16,})\s*$/.exec(response)?.[1] ?? null
}

type Content = ReturnType<typeof composeMail>
type Attached = NonNullable<Awaited<ReturnType<typeof openAttachments>>>

/** The call that sends a mail, and the worker that makes it. */
type Me = { sender: string; senderWorker: string | null }
/** A mail that we alone may send. */
type Taken = { mail: MailRow; sender: Sender; content: Content; attached: Attached }

/** Takes a mail of which we hold the row, so that we send it; undefined when it is over. */
async function take(
  tx: Tx,
  mail: MailRow,
  me: Me,
  settings: MailSettings,
): Promise<Taken | undefined> {
  const to = await reachable(tx, mail)
  if (recipientsOf(to).length === 0) {
    await end(tx, mail, { status: 'suppressed', error: suppressedMessage })
    return undefined
  }
  const sender = await loadSender(tx, mail.organizationId, mail)
  if (!sender.server && (settings.SMTP_URL ?? '') === '') {
    await end(tx, mail, { status: 'kept' })
    return undefined
  }
  const text = mail.private ? openText(privateMailPlace(mail.id), mail.text) : mail.text
  const content = composeMail({ ...mail, text }, to, sender, settings)
  const attached = await openAttachments(tx, mail.attachments)
  if (!attached) {
    const error = 'A file that it should carry was deleted before the mail was sent.'
    await end(tx, mail, { status: 'failed', error })
    return undefined
  }
  await tx
    .update(mails)
    .set({ ...me, senderUntil: leaseEnd })
    .where(eq(mails.id, mail.id))
  return { mail, sender, content, attached }
}

/** As long as a worker may be silent. */
const leaseSeconds = 20
const renewEveryMs = 5_000
const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`

const ours = (mailId: string, me: string) => and(eq(mails.id, mailId), eq(mails.sender, me))

/** Keeps others from sending the mail while the server takes its time. */
function keepTaken(mailId: string, me: string): { stop(): void } {
  const timer = setInterval(() => {
    void engineDb()
      .update(mails)
      .set({ senderUntil: leaseEnd })
      .where(ours(mailId, me))
      .then(undefined, (error: unknown) => log.warn({ error, mailId }, 'a mail was not kept'))
  }, renewEveryMs)
  return { stop: () => clearInterval(timer) }
}

type Outcome = { sent: Sent } | { failure: unknown }

/** Hands a mail to its server, which may take minutes. Nothing of the database is held. */
async function handOver(
  { content, attached, sender }: Taken,
  settings: MailSettings,
): Promise<Sent> {
  const { SMTP_URL = '', HTTP_ALLOW_PRIVATE = [] } = settings
  const transport = await openTransport(sender.server, SMTP_URL, HTTP_ALLOW_PRIVATE)
  try {
    const attachments = [...(content.attachments ?? []), ...attached]
    return await transport.sendMail({ ...content, attachments })
  } finally {
    transport.close()
  }
}

function closeFiles(taken: Taken | undefined): void {
  for (const { content } of taken?.attached ?? []) content.destroy()
}

async function handedOver(taken: Taken, me: string, settings: MailSettings): Promise<Outcome> {
  const kept = keepTaken(taken.mail.id, me)
  try {
    return { sent: await handOver(taken, settings) }
  } catch (failure) {
    return { failure }
  } finally {
    kept.stop()
    closeFiles(taken)
  }
}

/** Writes how a mail went. Answers why it must be tried again. */
async function record(
  tx: Tx,
  { mail, sender }: Taken,
  outcome: Outcome,
): Promise<string | undefined> {
  const isOpen = mail.status === 'queued' || mail.status === 'held'
  if ('failure' in outcome && isOpen) {
    const { failure: error } = outcome
    return await failed(tx, mail, { error, reason: reasonOf(error, sender) })
  }
  const sent: Sent = 'sent' in outcome ? outcome.sent : {}
  const providerId = sender.provider === 'ses' ? idIn(sent) : null
  // A provider may have told more before its answer came: then the mail was sent.
  const status = isOpen ? 'sent' : mail.status
  await end(tx, mail, { status, error: refusedFor(sent), providerId })
  await applyMailEvents(tx, mail.id, 'server', newsOfServer(mail.id, sent.rejectedErrors ?? []))
  return undefined
}

async function failed(
  tx: Tx,
  mail: MailRow,
  { error, reason }: { error: unknown; reason: string },
): Promise<string | undefined> {
  log.warn({ mailId: mail.id, reason }, 'a mail was not sent')
  const isOver = isPermanent(error) || Date.now() - mail.createdAt.getTime() > giveUpAfterMs
  if (!isOver) {
    await tx
      .update(mails)
      .set({ error: reason, ...nobody })
      .where(eq(mails.id, mail.id))
    return reason
  }
  await end(tx, mail, { status: 'failed', error: reason })
  const { rejectedErrors = [] } = error as Refusal
  await applyMailEvents(tx, mail.id, 'server', newsOfServer(mail.id, rejectedErrors))
  return undefined
}

/** Its organization is moved, and the mail goes along, or waits for a person. */
const isMoving = sql<boolean>`exists (select from organizations
  where organizations.id = ${mails.organizationId} and moved_at is not null
    and (moved_to is not null or not ${mails.private}))`

/**
 * The mail when it is still to be sent; its row is locked. Throws while another sends it, or may
 * send it elsewhere.
 */
async function lockQueued(tx: Tx, mailId: string): Promise<MailRow | undefined> {
  const [found] = await tx
    .select({ mail: mails, isBeingSent, isMoving })
    .from(mails)
    .where(and(eq(mails.id, mailId), eq(mails.status, 'queued')))
    .for('update')
  if (found?.isBeingSent) throw new Error('Another worker is sending this mail.')
  if (found?.isMoving) throw new Error('The organization of this mail is being moved.')
  return found?.mail
}

/**
 * The queue's job `mail`: sends one mail of the outbox, or only stores it when no SMTP server is
 * set. Throws when sending failed and may succeed later: the queue then tries again with growing
 * delays, for three days. Who sends a mail has taken it in a transaction before and writes how it
 * went in one after: while the server takes its time, no connection is held. A mail whose sender
 * died is sent again, under the same Message-ID.
 */
export async function deliverMail(
  payload: unknown,
  settings: MailSettings = env(),
  workerId: string | null = null,
): Promise<void> {
  const { mailId } = payloadSchema.parse(payload)
  const me = newId()
  let opened: Taken | undefined
  const taken = await engineDb()
    .transaction(async (tx) => {
      const mail = await lockQueued(tx, mailId)
      const mine = { sender: me, senderWorker: workerId }
      opened = mail && (await take(tx, mail, mine, settings))
      return opened
    })
    .catch((error: unknown) => {
      closeFiles(opened)
      throw error
    })
  if (!taken) return
  const outcome = await handedOver(taken, me, settings)
  faultPoint('before-mail-sent')
  const reason = await engineDb().transaction(async (tx) => {
    const [mail] = await tx.select().from(mails).where(ours(mailId, me)).for('update')
    return mail && (await record(tx, { ...taken, mail }, outcome))
  })
  faultPoint('after-mail-sent')
  if (reason) throw new Error(reason)
}
