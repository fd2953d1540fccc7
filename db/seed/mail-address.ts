import type { Tx } from '#db/client'
import { mailTriggers } from '#db/schema/received-mails'
import { noMailRules } from '#lib/domain/received-mail'
import { newLocalPart } from '#lib/operations/received-mails/addresses'

/**
 * Gives a workflow its mail address. Mails arrive there once the installation receives any; until
 * then the editor says what is missing.
 */
export async function seedMailAddress(
  tx: Tx,
  organizationId: string,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  await tx.insert(mailTriggers).values({
    workflowId: id,
    organizationId,
    localPart: newLocalPart(slug),
    rules: noMailRules,
    updatedBy: 'Rounds demo',
  })
}
