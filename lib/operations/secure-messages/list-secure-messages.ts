import { and, desc, inArray, lt } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { secureMessageKeys, secureMessages } from '#db/schema/secure-messages'
import type { SecureMessageSummary } from '#lib/contracts/runs/secure-messages'
import { isLostMail } from '#lib/domain/secure-message-words'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, keysetPage } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { visibleMessages, type Message } from './find-message.ts'
import { openWrapped } from './message-key.ts'
import { messageSummary, recipientsOf } from './message-view.ts'

/** Those of these mails that did not arrive. */
async function lostMails(tx: Tx, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: mails.id, status: mails.status })
    .from(mails)
    .where(inArray(mails.id, ids))
  return new Set(rows.flatMap(({ id, status }) => (isLostMail(status) ? [id] : [])))
}

async function summaries(tx: Tx, messages: Message[]): Promise<SecureMessageSummary[]> {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  const recipients = await recipientsOf(tx, ids)
  const wrapped = await tx
    .select()
    .from(secureMessageKeys)
    .where(inArray(secureMessageKeys.messageId, ids))
  const keys = new Map(wrapped.map((row) => [row.messageId, openWrapped(row)]))
  const all = [...recipients.values()].flat()
  const lost = await lostMails(
    tx,
    all.map(({ mailId }) => mailId),
  )
  return messages.map((message) => {
    const mine = recipients.get(message.id) ?? []
    return {
      ...messageSummary(message, mine, keys.get(message.id)),
      undelivered: mine.some(({ mailId }) => lost.has(mailId)),
    }
  })
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
