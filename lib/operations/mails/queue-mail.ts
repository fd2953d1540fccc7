import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { isSandboxOnly } from '#lib/caller-scope'
import { sealText } from '#lib/sealed-text'
import { privateMailPlace } from './private-mail.ts'

const line = z
  .string()
  .min(1)
  .max(500)
  .refine((value) => !/[\r\n]/.test(value), 'A subject is one line.')

/**
 * Strings only: an object in a mail field would make the mail library read files or fetch
 * addresses.
 */
const mailSchema = z.object({
  key: z.string().min(1).max(300),
  to: z.array(z.email().max(254)).min(1).max(50),
  subject: line,
  text: z.string().max(200_000),
  html: z.string().max(500_000).optional(),
  runId: z.uuid().optional(),
  taskId: z.uuid().optional(),
  /**
   * About somebody's account, such as a link that signs in: its text is stored encrypted until it
   * is sent, and no list shows it. It has no HTML.
   */
  private: z.literal(true).optional(),
})
export type OutgoingMail = z.infer<typeof mailSchema>

type Stored = { id: string; text: string; isPrivate: boolean; isKept: boolean }

/** What the outbox stores of a text: of a private mail nothing that can be read. */
function storedText({ id, text, isPrivate, isKept }: Stored): string {
  if (!isPrivate) return text
  return isKept ? '' : sealText(privateMailPlace(id), text)
}

/**
 * Puts a mail into the outbox in the caller's transaction: it is sent if and only if that commits.
 * A mail of a test key is kept in the outbox and not sent.
 * The same `key` never makes a second mail; the first one is answered. Throws 400 for bad addresses
 * or line breaks in the subject.
 */
export async function queueMail(
  tx: Tx,
  organizationId: string,
  outgoing: OutgoingMail,
): Promise<{ mailId: string }> {
  const parsed = mailSchema.safeParse(outgoing)
  if (!parsed.success)
    throw ApiError.invalid(
      parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
    )
  const { key, to, subject, text, html, runId, taskId, private: isPrivate = false } = parsed.data
  const id = newId()
  const isKept = isSandboxOnly()
  const [inserted] = await tx
    .insert(mails)
    .values({
      id,
      organizationId,
      key,
      recipients: to,
      subject,
      text: storedText({ id, text, isPrivate, isKept }),
      html: isPrivate ? null : (html ?? null),
      private: isPrivate,
      status: isKept ? 'kept' : 'queued',
      runId: runId ?? null,
      taskId: taskId ?? null,
    })
    .onConflictDoNothing({ target: mails.key })
    .returning({ id: mails.id })
  if (inserted) {
    if (!isKept) await tx.execute(sql`select enqueue_mail(${id}::uuid)`)
    return { mailId: id }
  }
  const [first] = await tx.select({ id: mails.id }).from(mails).where(eq(mails.key, key))
  if (!first) throw new Error('a mail with this key exists in another organization')
  return { mailId: first.id }
}
