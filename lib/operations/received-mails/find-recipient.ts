import { and, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { mailReplyAddresses, mailTriggers } from '#db/schema/received-mails'
import { localPartOf, readReplyAddress } from './addresses.ts'

/** Whose an address is. */
export type MailRecipient = {
  /** In lower case. */
  address: string
  organizationId: string
  workflowId: string
} & ({ purpose: 'start' } | { purpose: 'reply'; replyAddressId: string })

/**
 * Finds whose an address is, for everybody who sends mails: it must be exactly one of ours.
 * Undefined for every other address, without telling why.
 */
export async function findMailRecipient(given: string): Promise<MailRecipient | undefined> {
  const localPart = localPartOf(given)
  if (localPart === undefined) return undefined
  const address = given.toLowerCase()
  if (localPart.startsWith('reply+')) {
    const id = readReplyAddress(localPart)
    if (id === undefined) return undefined
    const { organizationId, workflowId } = mailReplyAddresses
    const [found] = await authDb()
      .select({ organizationId, workflowId })
      .from(mailReplyAddresses)
      .where(eq(mailReplyAddresses.id, id))
    return found && { address, ...found, purpose: 'reply', replyAddressId: id }
  }
  const { organizationId, workflowId } = mailTriggers
  const [found] = await authDb()
    .select({ organizationId, workflowId })
    .from(mailTriggers)
    .where(and(eq(mailTriggers.localPart, localPart), eq(mailTriggers.enabled, true)))
  return found && { address, ...found, purpose: 'start' }
}
