import { and, eq, gt, sql } from 'drizzle-orm'
import { authDb, inOrganization, type Tx } from '#db/client'
import { secureMessageReadings, secureMessageRecipients } from '#db/schema/secure-messages'
import { writeAuditEntry } from '#db/write-audit'
import { requireUses } from '#lib/auth/rate-limit'
import { clientAddress, networkOf } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import type { CallInfo } from '../../define-operation.ts'
import { hasEnded, lockMessage, type Message, type Recipient } from '../find-message.ts'
import { hashOf } from '../links.ts'
import type { Shown } from '#lib/auth/message-cookie'

const unknownLink = () =>
  new ApiError(
    'not_found',
    'This link does not open a message. Open the link in the mail again, or ask the sender for a ' +
      'new one.',
  )

const seconds = 60

/** How much a request counts towards the limits: those with a hash or a file count more. */
const weights = { read: 1, write: 4, try: 8 }
type Use = keyof typeof weights

/** Counts a request at a link, or of somebody who tries links. */
export async function countUse(of: string, use: Use): Promise<void> {
  const network = networkOf(clientAddress())
  const limit = (name: string[], most: number) => ({ of: name, most, seconds, cost: weights[use] })
  await requireUses(
    [
      limit(['secure message', of, network], 240),
      limit(['secure message address', network], 480),
      limit(['secure message link', of], 2400),
    ],
    'This message is requested too often.',
  )
}

type Opened = { id: string; organizationId: string; tokenHash: string }

/** Finds the recipient of a link by its token. Throws the same 404 for every other token. */
export async function findByToken(token: string): Promise<Opened> {
  const tokenHash = hashOf(token)
  const [found] = await authDb()
    .select({
      id: secureMessageRecipients.id,
      organizationId: secureMessageRecipients.organizationId,
    })
    .from(secureMessageRecipients)
    .where(eq(secureMessageRecipients.tokenHash, tokenHash))
  if (!found) throw unknownLink()
  return { ...found, tokenHash }
}

export type Visit = { tx: Tx; recipient: Recipient; message: Message; info: CallInfo }
export type Visitor = { id: string; shown: Shown | undefined }

/**
 * Does something in the name of the recipient of this link, in one transaction that has locked the
 * message. Throws 404 when the browser has no cookie of this very link.
 */
export async function asRecipient<Output>(
  { id, shown }: Visitor,
  use: Use,
  work: (visit: Visit) => Promise<Output>,
  info: CallInfo = {},
): Promise<Output> {
  await countUse(id, use)
  if (!shown) throw unknownLink()
  const { organizationId, tokenHash, ...found } = await findByToken(shown.token)
  if (found.id !== id) throw unknownLink()
  return await inOrganization(organizationId, async (tx) => {
    const [recipient] = await tx
      .select()
      .from(secureMessageRecipients)
      .where(
        // The sender may have made a new link at this moment.
        and(eq(secureMessageRecipients.id, id), eq(secureMessageRecipients.tokenHash, tokenHash)),
      )
    if (!recipient) throw unknownLink()
    const message = await lockMessage(tx, recipient.messageId)
    return await work({ tx, recipient, message, info })
  })
}

/** Whether this browser has given a right code within the last hour. */
export async function isReading(
  tx: Tx,
  { id }: Pick<Recipient, 'id'>,
  shown: Shown | undefined,
): Promise<boolean> {
  if (!shown?.reading) return false
  const found = await tx
    .select({ one: sql`1` })
    .from(secureMessageReadings)
    .where(
      and(
        eq(secureMessageReadings.tokenHash, hashOf(shown.reading)),
        eq(secureMessageReadings.recipientId, id),
        gt(secureMessageReadings.expiresAt, sql`now()`),
      ),
    )
  return found.length > 0
}

/** Throws 403 in a browser in which no code was right, and after the end of the message. */
export async function requireReading(
  { tx, recipient, message }: Visit,
  shown: Shown | undefined,
): Promise<void> {
  if (!hasEnded(message) && (await isReading(tx, recipient, shown))) return
  throw new ApiError('forbidden', 'Enter a new code: this message is not open in this browser.')
}

/** Writes into the audit log what a recipient did. */
export async function auditRecipient(
  { tx, recipient, message, info }: Visit,
  action: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await writeAuditEntry(tx, {
    organizationId: message.organizationId,
    actor: { kind: 'public', id: recipient.id, name: 'Recipient of a secure message' },
    action: `secure-message.${action}`,
    objectKind: 'secure-message',
    objectId: message.id,
    details,
    requestId: info.requestId,
  })
}
