import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import type { Slot } from '../model/run.ts'
import { cancelRun } from './cancel-run.ts'

type Request = {
  organizationId: string
  workflowId: string
  /** False for test runs of a draft. */
  counted: boolean
}
type Gate = {
  name: string
  paused: boolean
  limit: number | null
  whenFull: 'queue' | 'skip' | 'cancel-oldest' | null
}

/**
 * Admits a new run, in the transaction that starts it. Throws `workflow_paused`, and
 * `workflow_busy` when as many runs as the workflow allows are active and its settings say to skip.
 * Starts of a limited workflow are serialized by an advisory lock; others take no lock.
 *
 * A run counts until it has ended, also while it waits for a person.
 */
export async function admitStart(
  tx: Tx,
  { organizationId, workflowId, counted }: Request,
): Promise<Slot> {
  const { rows } = await tx.execute<Gate>(sql`
    select name, paused_at is not null as paused, concurrency_limit as "limit",
      when_full as "whenFull" from workflows where id = ${workflowId}::uuid`)
  const [gate] = rows
  if (!gate) throw ApiError.notFound('workflow', workflowId)
  if (gate.paused)
    throw new ApiError(
      'workflow_paused',
      `"${gate.name}" is paused, so nothing of it starts. Resume it first.`,
      { workflowId },
    )
  if (gate.limit === null || !counted) return null

  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('slots:' || ${workflowId}::text, 0))`,
  )
  const { rows: open } = await tx.execute<{ id: string }>(sql`
    select id from runs where workflow_id = ${workflowId}::uuid and slot is not null
      and status in ('running', 'suspended') order by id limit ${gate.limit + 1}`)
  if (open.length < gate.limit) return 'taken'
  if (gate.whenFull === 'skip')
    throw new ApiError(
      'workflow_busy',
      `${gate.limit === 1 ? 'A run' : `${gate.limit} runs`} of "${gate.name}" ` +
        `${gate.limit === 1 ? 'is' : 'are'} under way, as many as it allows at once, ` +
        'so this start was skipped.',
      { workflowId, limit: gate.limit },
    )
  if (gate.whenFull === 'queue') return 'waiting'
  for (const { id } of open.slice(0, open.length - gate.limit + 1))
    await cancelRun(tx, {
      organizationId,
      runId: id,
      by: `the limit of ${gate.limit} at once`,
      reason: 'a newer run took its place',
    })
  return 'taken'
}

/**
 * Admits the runs that have room now, by priority and age; for changes of the room other than the
 * end of a run.
 */
export async function admitWaiting(tx: Tx, workflowId: string): Promise<void> {
  await tx.execute(sql`select admit_waiting(${workflowId}::uuid)`)
}
