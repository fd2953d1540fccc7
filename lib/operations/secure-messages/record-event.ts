import type { Tx } from '#db/client'
import { secureMessageEvents } from '#db/schema/secure-messages'
import type { SecureMessageEvent } from '#lib/domain/secure-message-words'
import { newId } from '#lib/ids'

type Of = { organizationId: string; messageId: string; recipientId?: string | undefined }

/** Records what happened to a message, for its sender. */
export async function recordEvent(tx: Tx, of: Of, type: SecureMessageEvent): Promise<void> {
  await tx
    .insert(secureMessageEvents)
    .values({ id: newId(), ...of, recipientId: of.recipientId ?? null, type })
}
