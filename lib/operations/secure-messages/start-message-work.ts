import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { secureMessageReadings, secureMessages } from '#db/schema/secure-messages'
import { goesOnHere, staysInCell } from '#db/goes-on-here'
import type { EndReason } from '#lib/domain/secure-message-words'
import { startDueLoop } from '#lib/engine/worker/due-loop'
import { endMessage, removeEnded, takeUnsent } from './end-message.ts'

const batch = 100
const everyMs = 10_000

type Due = (tx: Tx) => Promise<(typeof secureMessages.$inferSelect)[]>

const dueByTime: Due = async (tx) =>
  await tx
    .select()
    .from(secureMessages)
    .where(
      and(isNull(secureMessages.endedAt), lte(secureMessages.expiresAt, sql`now()`), goesOnHere),
    )
    .orderBy(secureMessages.expiresAt)
    .limit(batch)
    .for('update', { skipLocked: true })

/** Messages whose run was cancelled, and which are withdrawn then. */
const dueByCancel: Due = async (tx) =>
  await tx
    .select()
    .from(secureMessages)
    .where(
      and(
        isNull(secureMessages.endedAt),
        goesOnHere,
        eq(secureMessages.withdrawOnCancel, true),
        sql`exists (select from runs where runs.id = ${secureMessages.runId}
          and runs.status = 'cancelled')`,
      ),
    )
    .limit(batch)
    .for('update', { skipLocked: true })

/** Ends what is due, in one transaction; several workers share it. Answers whether there is more. */
async function endDue(due: Due, reason: EndReason): Promise<boolean> {
  const ended = await engineDb().transaction(async (tx) => {
    const messages = await due(tx)
    const storageKeys = []
    for (const message of messages) storageKeys.push(...(await endMessage(tx, message, reason)))
    return { count: messages.length, storageKeys }
  })
  await removeEnded(ended.storageKeys)
  return ended.count === batch
}

/** A run that has ended otherwise is not cancelled any more: its messages need no more looks. */
async function forgetEndedRuns(): Promise<void> {
  await engineDb().execute(sql`
    update secure_messages set withdraw_on_cancel = false
    where ended_at is null and withdraw_on_cancel and ${goesOnHere} and exists (
      select from runs where runs.id = secure_messages.run_id
        and runs.status in ('completed', 'failed')
        and runs.finished_at < now() - interval '1 day')`)
}

/**
 * One round: ends the messages whose time is over or whose run was cancelled, and deletes uploads
 * that were never sent. Answers whether there is more.
 */
export async function endDueMessages(): Promise<boolean> {
  const more = [
    await endDue(dueByTime, 'expired'),
    await endDue(dueByCancel, 'withdrawn'),
  ].includes(true)
  await removeEnded(await engineDb().transaction(takeUnsent))
  await engineDb()
    .delete(secureMessageReadings)
    .where(and(lte(secureMessageReadings.expiresAt, sql`now()`), staysInCell))
  await forgetEndedRuns()
  return more
}

/** Ends secure messages in a worker process, every ten seconds, until it is stopped. */
export function startMessageWork(): { stop(): Promise<void> } {
  let nextAt = 0
  return startDueLoop('secure messages', async () => {
    if (Date.now() < nextAt) return { more: false }
    const more = await endDueMessages()
    if (!more) nextAt = Date.now() + everyMs
    return { more }
  })
}
