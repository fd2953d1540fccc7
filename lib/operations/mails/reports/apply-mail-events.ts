import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mailEvents, suppressedAddresses } from '#db/schema/mails'
import { mails } from '#db/schema/documents'
import {
  statusAfter,
  type MailEventSource,
  type MailEventType,
  type SuppressionReason,
} from '#lib/domain/mail/status'
import { cutText, shortText, storableText } from '#lib/domain/text'
import { newId } from '#lib/ids'
import { endMailWaiting } from './mail-waiting.ts'

/** What somebody says of a mail. */
export type MailNews = {
  type: MailEventType
  /** The address as the source names it; null when it names none. */
  recipient: string | null
  /** The address itself does not work. */
  hard: boolean
  code: string | null
  reason: string | null
  /** The source's own id of the event. */
  eventId: string
  at: Date
}

type MailRow = typeof mails.$inferSelect

/** All who get a mail, in lower case. */
export const recipientsOf = ({ recipients, cc, bcc }: Pick<MailRow, 'recipients' | 'cc' | 'bcc'>) =>
  [...recipients, ...cc, ...bcc].map((address) => address.toLowerCase())

/** Words of strangers: without control characters, which have no place in lists. */
function shortened(text: string | null): string | null {
  if (text === null) return null
  const plain = storableText(text)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return plain === '' ? null : shortText(plain, 500)
}

/**
 * The recipient that an event is about: only one of the mail itself, so that no report suppresses
 * another address. The only recipient is meant also where the report names another address, because
 * mailboxes forward.
 */
function meant(recipient: string | null, all: readonly string[]): string | null {
  const named = recipient?.trim().toLowerCase() ?? null
  if (named !== null && all.includes(named)) return named
  return new Set(all).size === 1 ? (all[0] ?? null) : null
}

const reasonOf = ({
  type,
  hard,
}: Pick<MailNews, 'type' | 'hard'>): SuppressionReason | undefined => {
  if (type === 'complained') return 'complained'
  return type === 'bounced' && hard ? 'bounced' : undefined
}

/** Addresses that are on the list of suppressed ones, of these. */
export async function findSuppressed(
  tx: Tx,
  organizationId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await tx
    .select({ address: suppressedAddresses.address })
    .from(suppressedAddresses)
    .where(
      and(
        eq(suppressedAddresses.organizationId, organizationId),
        inArray(
          suppressedAddresses.address,
          addresses.map((address) => address.toLowerCase()),
        ),
        isNull(suppressedAddresses.liftedAt),
      ),
    )
  return new Set(rows.map(({ address }) => address))
}

/**
 * Writes what a source says of a mail, suppresses the addresses of hard bounces and complaints, and
 * lets a waiting step go on. The same event changes nothing a second time, also after the
 * suppression was lifted.
 */
export async function applyMailEvents(
  tx: Tx,
  mailId: string,
  source: MailEventSource,
  news: readonly MailNews[],
): Promise<void> {
  // One at a time: else two would miss each other's event when they decide on the status.
  const [mail] = await tx.select().from(mails).where(eq(mails.id, mailId)).for('update')
  if (!mail || news.length === 0) return
  const { organizationId } = mail
  const all = recipientsOf(mail)
  const fresh = await tx
    .insert(mailEvents)
    .values(
      news.map((event) => ({
        ...event,
        id: newId(),
        organizationId,
        mailId,
        source,
        recipient: meant(event.recipient, all),
        code: shortened(event.code),
        reason: shortened(event.reason),
        eventId: cutText(storableText(event.eventId), 500),
      })),
    )
    .onConflictDoNothing()
    .returning()
  // What is about an account is the installation's business: it goes on in any case.
  if (!mail.ofAccount) await suppress(tx, fresh)
  const events = await tx
    .select({ type: mailEvents.type, recipient: mailEvents.recipient })
    .from(mailEvents)
    .where(eq(mailEvents.mailId, mailId))
  const status = statusAfter(mail.status, all, events)
  if (status === mail.status) return
  await tx.update(mails).set({ status }).where(eq(mails.id, mailId))
  await endMailWaiting(tx, { ...mail, status })
}

type Fresh = Pick<
  typeof mailEvents.$inferSelect,
  'organizationId' | 'mailId' | 'recipient' | 'type' | 'hard' | 'code' | 'reason'
>

async function suppress(tx: Tx, fresh: readonly Fresh[]): Promise<void> {
  const rows = fresh.flatMap((event) => {
    const { organizationId, mailId, recipient, code } = event
    const reason = reasonOf(event)
    if (recipient === null || reason === undefined) return []
    const detail = event.reason ?? code
    return [{ id: newId(), organizationId, address: recipient, reason, detail, mailId }]
  })
  if (rows.length > 0) await tx.insert(suppressedAddresses).values(rows).onConflictDoNothing()
}
