import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { engineDb, inOrganization, type Tx } from '#db/client'
import { mails } from '#db/schema/documents'
import { organizations } from '#db/schema/organizations'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { writeAuditEntry } from '#db/write-audit'
import { pauseWorkflow, resumeWorkflow } from '#lib/engine/commands/pause-workflow'
import { restoredCode } from '#lib/engine/model/outcome'
import { isBeingSent } from '../mails/is-being-sent.ts'
import { pausedBy } from './imported-rows.ts'

/** Whoever has the server: in audit logs. */
export const operator = {
  kind: 'engine' as const,
  id: 'command',
  name: 'The operator of this installation',
}

/** Writes what an operator did with the whole organization. */
export async function auditTransfer(
  tx: Tx,
  organizationId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  const object = { objectKind: 'organization', objectId: organizationId }
  await writeAuditEntry(tx, { organizationId, actor: operator, action, ...object, details })
}

/** Runs that a worker has now. */
async function runsAtWork(organizationId: string): Promise<number> {
  const [row] = await engineDb()
    .select({ count: sql<number>`count(*)::int` })
    .from(runs)
    .where(
      and(
        eq(runs.organizationId, organizationId),
        inArray(runs.status, ['running', 'suspended']),
        isNotNull(runs.leaseWorker),
      ),
    )
  return row?.count ?? 0
}

const lookMs = 200

/** From now on the webs of this cell let people only read; what wants to change something waits. */
export async function markMoving(organizationId: string, to: string): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    const moving = { movedAt: sql`now()`, movedTo: to, movedEpoch: null }
    await tx.update(organizations).set(moving).where(eq(organizations.id, organizationId))
  })
}

/** Whether it moves, or moved, to another cell. */
export async function isMoving(organizationId: string): Promise<boolean> {
  const [row] = await engineDb()
    .select({ to: organizations.movedTo })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return (row?.to ?? null) !== null
}

/** The organization is in another cell now, and never goes on here. */
export async function markGone(organizationId: string, epoch: number): Promise<void> {
  await inOrganization(organizationId, async (tx) => {
    await tx
      .update(organizations)
      .set({ movedEpoch: epoch })
      .where(eq(organizations.id, organizationId))
  })
}

/** Requests to exchanges that a worker has now. */
async function requestsAtWork(organizationId: string): Promise<number> {
  const { rowCount } = await engineDb().execute(sql`
    select from hie_requests where organization_id = ${organizationId} and finished_at is null
      and exists (select from workers where workers.id = lease_worker)`)
  return rowCount ?? 0
}

const wasBeingSent = 'It was being sent when the organization moved.'

/**
 * Holds queued mails; between cells they are released by themselves. One that a worker is sending
 * ends by itself, unless time `isOver`: then a person says whether it was sent.
 */
async function holdMails(
  organizationId: string,
  { toCell, isOver = false }: { toCell: boolean; isOver?: boolean },
): Promise<void> {
  const unsent = toCell ? pausedBy : null
  const queued = [eq(mails.organizationId, organizationId), eq(mails.status, 'queued')]
  // Links to accounts here are sent from here.
  const own = toCell ? undefined : sql`not private`
  await engineDb()
    .update(mails)
    .set({
      status: 'held',
      error: sql`case when ${isBeingSent} then ${wasBeingSent} else ${unsent} end`,
    })
    .where(and(...queued, own, isOver ? undefined : sql`not ${isBeingSent}`))
}

/** Mails that a worker is sending now. */
async function mailsAtWork(organizationId: string): Promise<number> {
  const ours = and(eq(mails.organizationId, organizationId), eq(mails.status, 'queued'))
  return await engineDb().$count(mails, and(ours, isBeingSent))
}

/** Waits until calls under way have ended, at most `waitMs`. Answers how many runs are still at work. */
async function waitForCalls(organizationId: string, waitMs: number): Promise<number> {
  const until = Date.now() + waitMs
  for (;;) {
    const count = await runsAtWork(organizationId)
    const others = (await mailsAtWork(organizationId)) + (await requestsAtWork(organizationId))
    if (count + others === 0 || Date.now() >= until) return count
    await delay(lookMs)
  }
}

/**
 * Ends the work of an organization here, because it goes on elsewhere: its workflows are paused, its
 * queued mails wait for a person, and people can only read. What workers do in the background stops
 * by itself (db/goes-on-here.ts). Then waits until calls under way have ended, at most `waitMs`.
 * Answers how many runs are still at work; their calls are unknown then. `toCell`: in this service,
 * so that its mails go on by themselves.
 */
export async function freeze(
  organizationId: string,
  waitMs: number,
  { toCell = false } = {},
): Promise<number> {
  await inOrganization(organizationId, async (tx) => {
    if (!toCell)
      await tx
        .update(organizations)
        .set({ movedAt: sql`now()` })
        .where(eq(organizations.id, organizationId))
    const rows = await tx
      .select({ id: workflows.id })
      .from(workflows)
      .where(isNull(workflows.pausedAt))
      .orderBy(workflows.id)
    for (const { id } of rows) await pauseWorkflow(tx, id, pausedBy)
    await auditTransfer(tx, organizationId, 'organization.frozen', { workflows: rows.length })
  })
  await holdMails(organizationId, { toCell })
  const count = await waitForCalls(organizationId, waitMs)
  // Also those that came in meanwhile, and those that their server did not take.
  await holdMails(organizationId, { toCell, isOver: true })
  return count
}

export type Released = { workflows: number; runs: number; calls: number }

/**
 * Lets an organization go on: after its import, or here when it does not move after all. Workflows
 * that the move paused are resumed, with their runs. With `calls`, an operator also says that nothing
 * happened outside after the export: calls that wait for an answer because of it are made.
 */
export async function release(
  organizationId: string,
  { calls: andCalls }: { calls: boolean },
): Promise<Released> {
  const calls = andCalls ? await releaseCalls(organizationId) : 0
  return await inOrganization(organizationId, async (tx) => {
    await tx
      .update(organizations)
      .set({ movedAt: null, movedTo: null, movedEpoch: null })
      .where(eq(organizations.id, organizationId))
    const rows = await tx
      .select({ id: workflows.id })
      .from(workflows)
      .where(eq(workflows.pausedBy, pausedBy))
      .orderBy(workflows.id)
    let resumed = 0
    for (const { id } of rows) resumed += await resumeWorkflow(tx, id)
    await tx.execute(sql`
      with released as (
        update mails set status = 'queued', error = null
        where status = 'held' and error = ${pausedBy} returning id)
      select enqueue_mail(id) from released`)
    const released = { workflows: rows.length, runs: resumed, calls }
    await auditTransfer(tx, organizationId, 'organization.released', released)
    return released
  })
}

/** As `releaseGeneration` does for a whole installation. Runs first, always. */
async function releaseCalls(organizationId: string): Promise<number> {
  const { rows } = await engineDb().execute<{ calls: number }>(sql`
    with held as materialized (
      update runs set held = false, revision = revision + 1
      where held and organization_id = ${organizationId}::uuid returning id, priority, parked),
    released as (
      update tasks set status = 'pending', state = state - 'reason' || '{"released": true}',
        attempt = attempt - 1, due_at = null, error = null
      from held where run_id = held.id and tasks.status = 'suspended'
        and state->>'reason' = 'unknown-outcome' and error->>'code' = ${restoredCode}
      returning run_id),
    queued as materialized (
      select enqueue_run(id, priority) from held
      where id in (select run_id from released) and not parked)
    select (select count(*)::int from released) as calls, (select count(*) from queued)`)
  return rows[0]?.calls ?? 0
}
