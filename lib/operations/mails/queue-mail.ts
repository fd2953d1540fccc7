import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { ApiError } from '#lib/domain/api-error'
import type { MailStatus } from '#lib/domain/mail/status'
import { newId } from '#lib/ids'
import { isSandboxOnly } from '#lib/caller-scope'
import { sealText } from '#lib/sealed-text'
import { attachmentsOf } from './mail-attachments.ts'
import { privateMailPlace } from './private-mail.ts'
import { findSuppressed } from './reports/apply-mail-events.ts'
import { insertMailWaiting } from './reports/mail-waiting.ts'
import { suppressedMessage } from '#lib/domain/mail/suppressed'

const line = z
  .string()
  .min(1)
  .max(500)
  .refine((value) => !/[\r\n]/.test(value), 'A subject is one line.')
const address = z.email().max(254)
const mostRecipients = 50

/**
 * Strings only: an object in a mail field would make the mail library read files or fetch
 * addresses.
 */
const mailSchema = z
  .object({
    key: z.string().min(1).max(300),
    to: z.array(address).min(1).max(mostRecipients),
    cc: z.array(address).max(mostRecipients).default([]),
    bcc: z.array(address).max(mostRecipients).default([]),
    replyTo: address.optional(),
    subject: line,
    text: z.string().max(200_000),
    html: z.string().max(500_000).optional(),
    /** The ids of stored files. */
    attachments: z.array(z.string().max(100)).max(100).default([]),
    runId: z.uuid().optional(),
    taskId: z.uuid().optional(),
    /**
     * About somebody's account, such as a link that signs in: its text is stored encrypted until it
     * is sent, and no list shows it. It has no HTML.
     */
    private: z.literal(true).optional(),
    /**
     * The installation's business with a person: it goes by the installation's mail server, also to
     * a suppressed address.
     */
    ofAccount: z.literal(true).optional(),
    /**
     * What becomes of a mail to a suppressed address: the others get it (`skip`), or nobody does.
     * It is `suppressed` when nobody gets it.
     */
    onSuppressed: z.enum(['skip', 'refuse']).default('skip'),
    /** Where the recipient stops such mails with one click. */
    stopUrl: z.url().optional(),
    /** For a step that goes on when the mail is sent or delivered, or after this time. */
    wait: z
      .object({ for: z.enum(['sent', 'delivered']), seconds: z.number().positive() })
      .optional(),
  })
  .refine(({ to, cc, bcc }) => to.length + cc.length + bcc.length <= mostRecipients, {
    path: ['to'],
    error: `A mail has at most ${mostRecipients} recipients, with copies.`,
  })
export type OutgoingMail = z.input<typeof mailSchema>
type Parsed = z.output<typeof mailSchema>

export type QueuedMail = {
  mailId: string
  status: MailStatus
  /** Recipients who do not get it, because their addresses are suppressed. */
  suppressed: string[]
  asyncResultId: string | null
}

type Stored = { id: string; text: string; isPrivate: boolean; isKept: boolean }

/** What the outbox stores of a text: of a private mail nothing that can be read. */
function storedText({ id, text, isPrivate, isKept }: Stored): string {
  if (!isPrivate) return text
  return isKept ? '' : sealText(privateMailPlace(id), text)
}

/** Who gets the mail, and who does not. */
async function recipientsNow(tx: Tx, organizationId: string, mail: Parsed) {
  const { to, cc, bcc, ofAccount, onSuppressed } = mail
  const all = [...to, ...cc, ...bcc]
  const found = ofAccount ? new Set<string>() : await findSuppressed(tx, organizationId, all)
  const isIn = (one: string) => found.has(one.toLowerCase())
  const suppressed = [...new Set(all.filter(isIn))]
  const nobody = suppressed.length > 0 && (onSuppressed === 'refuse' || all.every(isIn))
  const left = (list: string[]) => (nobody ? list : list.filter((one) => !isIn(one)))
  return {
    lists: { recipients: left(to), cc: left(cc), bcc: left(bcc) },
    suppressed,
    isSuppressed: nobody,
  }
}

function statusOf({ isSuppressed, isKept }: { isSuppressed: boolean; isKept: boolean }) {
  if (isSuppressed) return { status: 'suppressed' as const, error: suppressedMessage }
  return { status: isKept ? ('kept' as const) : ('queued' as const), error: null }
}

/**
 * Puts a mail into the outbox in the caller's transaction: it is sent if and only if that commits.
 * A mail of a test key is kept in the outbox and not sent.
 * The same `key` never makes a second mail; the first one is answered, and queued after all when it
 * was suppressed and its addresses no longer are. Throws 400 for bad addresses, line breaks in the
 * subject, or too large attachments, and 404 for an unknown file.
 */
export async function queueMail(
  tx: Tx,
  organizationId: string,
  outgoing: OutgoingMail,
): Promise<QueuedMail> {
  const parsed = mailSchema.safeParse(outgoing)
  if (!parsed.success)
    throw ApiError.invalid(
      parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    )
  const mail = parsed.data
  const { key, subject, text, html, runId, taskId, private: isPrivate = false } = mail
  const id = newId()
  const isKept = isSandboxOnly()
  const { lists, suppressed, isSuppressed } = await recipientsNow(tx, organizationId, mail)
  const now = statusOf({ isSuppressed, isKept })
  const [inserted] = await tx
    .insert(mails)
    .values({
      id,
      organizationId,
      key,
      ...lists,
      replyTo: mail.replyTo ?? null,
      stopUrl: mail.stopUrl ?? null,
      subject,
      text: storedText({ id, text, isPrivate, isKept }),
      html: isPrivate ? null : (html ?? null),
      attachments: await attachmentsOf(tx, mail.attachments),
      private: isPrivate,
      ofAccount: mail.ofAccount ?? false,
      ...now,
      runId: runId ?? null,
      taskId: taskId ?? null,
    })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id })
  if (!inserted) return await earlier(tx, organizationId, mail, { lists, suppressed, now })
  const asyncResultId = await begin(tx, organizationId, id, { mail, status: now.status })
  return { mailId: id, status: now.status, suppressed, asyncResultId }
}

/** Hands a queued mail to the workers, and makes what a step waits for. */
async function begin(
  tx: Tx,
  organizationId: string,
  id: string,
  { mail: { wait }, status }: { mail: Parsed; status: MailStatus },
): Promise<string | null> {
  if (status !== 'queued') return null
  await tx.execute(sql`select enqueue_mail(${id}::uuid)`)
  if (!wait) return null
  const asyncResultId = await insertMailWaiting(tx, organizationId, wait.seconds)
  await tx.update(mails).set({ asyncResultId, waitFor: wait.for }).where(eq(mails.id, id))
  return asyncResultId
}

type Now = {
  lists: Pick<typeof mails.$inferSelect, 'recipients' | 'cc' | 'bcc'>
  suppressed: string[]
  now: ReturnType<typeof statusOf>
}

/** Answers the mail with this key, after a second look at one that was suppressed. */
async function earlier(
  tx: Tx,
  organizationId: string,
  mail: Parsed,
  { lists, suppressed, now }: Now,
): Promise<QueuedMail> {
  const [first] = await tx
    .select({ id: mails.id, status: mails.status, asyncResultId: mails.asyncResultId })
    .from(mails)
    .where(eq(mails.key, mail.key))
  if (!first) throw new Error('a mail with this key exists in another organization')
  const { id: mailId, status, asyncResultId } = first
  const answer = { mailId, status, suppressed, asyncResultId }
  if (status !== 'suppressed' || now.status === 'suppressed') return answer
  const [again] = await tx
    .update(mails)
    .set({ ...lists, ...now })
    .where(and(eq(mails.id, mailId), eq(mails.status, 'suppressed')))
    .returning({ id: mails.id })
  // Another attempt of the same step was first.
  if (!again) return await earlier(tx, organizationId, mail, { lists, suppressed, now })
  const waiting = await begin(tx, organizationId, mailId, { mail, status: now.status })
  return { ...answer, status: now.status, asyncResultId: waiting }
}
