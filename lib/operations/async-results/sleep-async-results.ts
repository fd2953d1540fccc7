import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { openKinds, type AsyncResultStatus } from '#lib/domain/run/async-result'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { requireAsyncResult } from './find-async-result.ts'

type Input = {
  delaySeconds?: number | undefined
  at?: string | undefined
  asyncResultIds?: string[] | undefined
  result?: unknown
}
type Sleeping = { asyncResults: { id: string; status: AsyncResultStatus; dueAt: string }[] }

/**
 * Locks these async results and checks that a sleep may complete each of them. Throws `not_found`
 * or `conflict`.
 */
async function requireSleepable(tx: Tx, actor: Actor, ids: string[]): Promise<void> {
  const rows = await tx
    .select()
    .from(asyncResults)
    .where(inArray(asyncResults.id, ids))
    .orderBy(asc(asyncResults.id))
    .for('update')
  const missing = ids.find((id) => !rows.some((row) => row.id === id))
  if (missing) throw ApiError.notFound('async result', missing)
  for (const row of rows) await requireAsyncResult(tx, actor, row)
  const fixed = rows.find(({ kind }) => !openKinds.includes(kind))
  if (fixed)
    throw new ApiError(
      'conflict',
      `Rounds itself computes the async result ${fixed.id} (${fixed.kind}); ` +
        'a sleep cannot complete it.',
      { id: fixed.id, kind: fixed.kind },
    )
  const ended = rows.find(({ status }) => status !== 'pending')
  if (ended)
    throw new ApiError(
      'conflict',
      `The async result ${ended.id} is already ${ended.status} and cannot change.`,
      { id: ended.id, status: ended.status },
    )
}

async function newSleep(tx: Tx, actor: Actor): Promise<string[]> {
  const id = newId()
  await tx.insert(asyncResults).values({
    id,
    organizationId: actor.organizationId,
    kind: 'sleep',
    createdBy: actor.name,
    createdById: actor.id,
  })
  return [id]
}

/**
 * Specification 4.2: completes async results after a delay or at a time. A worker completes them
 * when they are due.
 */
export const sleepAsyncResults = defineOperation<Input, Sleeping>({
  name: 'sleepAsyncResults',
  permission: 'async-results:manage',
  audit: ({ output }) => ({
    action: 'async-result.sleep',
    objectKind: 'async-result',
    objectId: output.asyncResults[0]?.id ?? '',
    details: { count: output.asyncResults.length, dueAt: output.asyncResults[0]?.dueAt ?? null },
  }),
  async run({ actor, input: { delaySeconds = 0, at, asyncResultIds, result }, tx }) {
    const named = asyncResultIds && [...new Set(asyncResultIds.map((id) => id.toLowerCase()))]
    if (named) await requireSleepable(tx, actor, named)
    const ids = named ?? (await newSleep(tx, actor))
    const rows = await tx
      .update(asyncResults)
      .set({
        dueAt:
          at === undefined ? sql`now() + make_interval(secs => ${delaySeconds})` : new Date(at),
        dueOutcome: { status: 'completed', result: result ?? null },
      })
      .where(and(inArray(asyncResults.id, ids), eq(asyncResults.status, 'pending')))
      .returning()
    const byId = new Map(rows.map((row) => [row.id, row]))
    return {
      asyncResults: ids
        .flatMap((id) => byId.get(id) ?? [])
        .map(({ id, status, dueAt }) => ({
          id,
          status,
          dueAt: (dueAt ?? new Date()).toISOString(),
        })),
    }
  },
})
