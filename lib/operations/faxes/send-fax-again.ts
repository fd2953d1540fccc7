import { and, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { faxes } from '#db/schema/faxes'
import { runs } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { isTerminalRun } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { defineOutsideOperation } from '../define-operation.ts'
import type { FaxRow } from './apply-fax-state.ts'
import { openFaxDetails } from './fax-details.ts'
import { nextTryOf } from './fax-view.ts'
import { getFaxFor } from './find-fax.ts'
import { placeFax } from './send-fax.ts'
import { whyNotAgain } from './why-not.ts'

type Input = { faxId: string; to?: string | undefined }

async function hasEnded(tx: Tx, { runId }: FaxRow): Promise<boolean> {
  if (runId === null) return true
  const [run] = await tx.select({ status: runs.status }).from(runs).where(eq(runs.id, runId))
  return run === undefined || isTerminalRun(run.status)
}

/** Throws 409 while this fax is being sent again. */
async function requireFree(tx: Tx, againOf: string): Promise<void> {
  const found = await tx
    .select({ id: faxes.id })
    .from(faxes)
    .where(
      and(
        eq(faxes.againOf, againOf),
        or(
          inArray(faxes.status, ['queued', 'transmitting']),
          and(eq(faxes.status, 'sending'), gt(faxes.attemptUntil, sql`now()`)),
        ),
      ),
    )
    .limit(1)
  if (found.length > 0)
    throw new ApiError('conflict', 'It is being sent again just now. Wait until that has ended.')
}

/** The fax, when the caller may send it again now. Throws 404 and 409. */
async function sendable(tx: Tx, actor: Actor, faxId: string): Promise<FaxRow & { runId: string }> {
  const fax = await getFaxFor(tx, actor, faxId)
  if (fax.direction === 'in')
    throw new ApiError('conflict', 'This fax was received; only a sent one is sent again.')
  const ended = await hasEnded(tx, fax)
  const reason = whyNotAgain(actor, fax, { ended, nextTryAt: ended ? null : nextTryOf(fax) })
  if (reason !== null) throw new ApiError('conflict', reason)
  await requireFree(tx, fax.againOf ?? fax.id)
  const { runId } = fax
  if (runId === null) throw new ApiError('conflict', 'Its run was deleted, with its pages.')
  return { ...fax, runId }
}

/**
 * Sends a fax again, as another one, also to a corrected number. The run of the first one does not
 * go on by it. Throws 404, 409 when it cannot be sent again now, and the errors of `placeFax`.
 */
export const sendFaxAgain = defineOutsideOperation<Input, { faxId: string }>({
  name: 'sendFaxAgain',
  permission: 'faxes:manage',
  audit: ({ input, output }) => ({
    action: 'fax.sent-again',
    objectKind: 'fax',
    objectId: input.faxId,
    details: { faxId: output.faxId, numberChanged: input.to !== undefined },
  }),
  async run({ actor, input, signal, transaction }) {
    const fax = await transaction((tx) => sendable(tx, actor, input.faxId))
    const { number, files, cover, timeZone } = openFaxDetails(fax)
    const to = input.to ?? number
    if (to === null) throw ApiError.invalid([{ path: 'to', message: 'Name the number.' }])
    const againOf = fax.againOf ?? fax.id
    const { id } = await placeFax(actor.organizationId, {
      key: `again:${newId()}`,
      runId: fax.runId,
      connection: fax.connection,
      to,
      files,
      cover: cover ?? undefined,
      timeZone: timeZone ?? 'UTC',
      createdBy: actor.name,
      takeOver: false,
      againOf,
      async requireFree(tx) {
        // One after the other: two people who press the button send one fax.
        await tx.select({ id: faxes.id }).from(faxes).where(eq(faxes.id, againOf)).for('update')
        await requireFree(tx, againOf)
      },
      signal,
    })
    return { faxId: id }
  },
})
