import { and, desc, inArray, lt } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { secureMessageKeys, secureMessages } from '#db/schema/secure-messages'
import type { SecureMessageSummary } from '#lib/contracts/runs/secure-messages'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { visibleMessages, type Message } from './find-message.ts'
import { openWrapped } from './message-key.ts'
import { messageSummary, recipientsOf } from './message-view.ts'

async function summaries(tx: Tx, messages: Message[]): Promise<SecureMessageSummary[]> {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  const recipients = await recipientsOf(tx, ids)
  const wrapped = await tx
    .select()
    .from(secureMessageKeys)
    .where(inArray(secureMessageKeys.messageId, ids))
  const keys = new Map(wrapped.map((row) => [row.messageId, openWrapped(row)]))
  return messages.map((message) =>
    messageSummary(message, recipients.get(message.id) ?? [], keys.get(message.id)),
  )
}

/** Encrypted mails, newest first; those of a run are for who sees the run. */
export const listSecureMessages = defineOperation<PageQuery, Page<SecureMessageSummary>>({
  name: 'listSecureMessages',
  permission: 'secure-messages:read',
  async run({ actor, input, tx }) {
    const visible = visibleMessages(actor)
    const page = await keysetPage(input, {
      shape: [cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select()
          .from(secureMessages)
          .where(and(visible, after && lt(secureMessages.id, after[0])))
          .orderBy(desc(secureMessages.id))
          .limit(count),
      keyOf: ({ id }) => [id],
      view: (row) => row,
    })
    return { ...page, items: await summaries(tx, page.items) }
  },
})
