import { sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { writeAuditEntry } from '#db/write-audit'
import { restoredCode } from '#lib/engine/model/outcome'

type Released = { runs: number; calls: number; mails: number }

async function releaseCalls(tx: Tx): Promise<number> {
  // Runs first, always: so no turn of a worker can see a task that changed without its run.
  const { rows } = await tx.execute<{ calls: number; queued: number }>(sql`
    with held as materialized (
      update runs set held = false, revision = revision + 1 where held returning id, priority),
    released as (
      update tasks set status = 'pending', state = state - 'reason' || '{"released": true}',
        attempt = attempt - 1, due_at = null, error = null
      from held where run_id = held.id and tasks.status = 'suspended'
        and state->>'reason' = 'unknown-outcome' and error->>'code' = ${restoredCode}
      returning run_id),
    queued as materialized (
      select enqueue_run(id, priority) from held where id in (select run_id from released))
    select (select count(*)::int from released) as calls,
      (select count(*)::int from queued) as queued`)
  return rows[0]?.calls ?? 0
}

/**
 * Ends what the last restore holds: an operator says that nothing happened after the backup, so
 * calls that wait for an answer are made, and mails are sent. Undefined when nothing is held.
 */
export async function releaseGeneration(by: string): Promise<Released | undefined> {
  return await engineDb().transaction(async (tx) => {
    const { rows: restores } = await tx.execute<{ generation: number }>(sql`
      update restores set released_at = now(), released_by = ${by} where released_at is null
      returning generation`)
    if (restores.length === 0) return undefined
    const runs = await tx.execute<{ held: number }>(
      sql`select count(*)::int as held from runs where held`,
    )
    const calls = await releaseCalls(tx)
    const mails = await tx.execute(sql`
      update mails set status = 'queued' where status = 'held' returning enqueue_mail(id)`)
    const { rows } = await tx.execute<{ id: string }>(sql`select id from organizations`)
    for (const { id } of rows)
      await writeAuditEntry(tx, {
        organizationId: id,
        actor: { kind: 'engine', id: 'restore', name: by },
        action: 'installation.released',
        objectKind: 'organization',
        objectId: id,
        details: { generation: restores.at(-1)?.generation },
      })
    return { runs: runs.rows[0]?.held ?? 0, calls, mails: mails.rowCount ?? 0 }
  })
}
