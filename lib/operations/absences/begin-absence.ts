import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { absences } from '#db/schema/absences'
import { organizations } from '#db/schema/organizations'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import { writeAuditEntry } from '#db/write-audit'
import { accessBookOf } from '#lib/auth/access-book'
import type { AccessBook } from '#lib/domain/access/decide'
import { notify } from '../notifications/notify.ts'
import { findAssignee, type Assignee } from '../screens/assign/assignee.ts'
import { chosenToo, detailsOf, setHolder } from '../screens/assign/give-screens.ts'
import { tasksOf } from '../screens/assign/lock-screens.ts'
import { isOpenItem } from '../screens/queue/filters.ts'
import { isOpenScreen } from '../screens/screen-columns.ts'
import { tellWatchers } from '../screens/tell-watchers.ts'
import type { Away } from './find-away.ts'
import { findStandIn, mayStandIn, ownNames } from './find-stand-in.ts'

/** How many screens one transaction changes, so that nobody waits long for one of them. */
const atOnce = 200
/** How many of them the delegate is told of one by one; the inbox has the rest. */
const maxTold = 20

/** How many screens that name the absent person the delegate is chosen for, too. */
const mostChosen = 1000

const rounds = { kind: 'engine', id: 'absences', name: 'Rounds' } as const

type Absence = typeof absences.$inferSelect

/**
 * The first open screens of these, locked in the order of their ids. `isAll`: there are no more. What
 * somebody else has just done or taken is left out, so fewer screens do not say that.
 */
async function lockSome(tx: Tx, { organizationId }: Absence, which: SQL, limit: number) {
  const seen = await tx
    .select({
      taskId: workItems.taskId,
      runId: workItems.runId,
      stepId: workItems.stepId,
      workflowId: workflows.id,
      folderId: workflows.folderId,
    })
    .from(workItems)
    .innerJoin(workflows, eq(workflows.id, workItems.workflowId))
    .where(and(eq(workItems.organizationId, organizationId), isOpenItem, which))
    .orderBy(asc(workItems.taskId))
    .limit(limit)
  if (seen.length === 0) return { screens: [], isAll: true }
  const locked = await tx
    .select({ id: tasks.id, claimedBy: tasks.claimedBy, state: tasks.state })
    .from(tasks)
    .where(and(tasksOf(seen), isOpenScreen))
    .orderBy(tasks.id)
    .for('no key update')
  const taskOf = new Map(locked.map((task) => [task.id, task]))
  const screens = seen.flatMap(({ taskId, runId, ...place }) => {
    const task = taskOf.get(taskId)
    if (!task) return []
    const candidates = task.state?.reason === 'screen' ? task.state.candidates : undefined
    return [{ taskId, runId, holder: task.claimedBy, target: { ...place, candidates } }]
  })
  return { screens, isAll: seen.length < limit }
}

type Screen = Awaited<ReturnType<typeof lockSome>>['screens'][number]

async function writeEntries(
  tx: Tx,
  { organizationId, userId }: Absence,
  screens: readonly Screen[],
  { away, to }: { away: Away; to?: { userId: string; name: string } },
): Promise<void> {
  for (const { taskId } of screens)
    await writeAuditEntry(tx, {
      organizationId,
      actor: rounds,
      action: to ? 'screen.assigned' : 'screen.released',
      objectKind: 'task',
      objectId: taskId,
      details: { from: userId, ...(to && { to: to.userId, toName: to.name }), ...detailsOf(away) },
    })
}

async function pass(
  tx: Tx,
  absence: Absence,
  screens: readonly Screen[],
  { away, to }: { away: Away; to: { userId: string; name: string } },
): Promise<void> {
  if (screens.length === 0) return
  await setHolder(tx, screens, { to, insteadOf: away })
  const { organizationId } = absence
  for (const { taskId, runId } of screens.slice(0, maxTold))
    await notify(tx, { organizationId, userIds: [to.userId], kind: 'handed-over', taskId, runId })
  await writeEntries(tx, absence, screens, { away, to })
}

async function release(tx: Tx, absence: Absence, screens: readonly Screen[], away: Away) {
  if (screens.length === 0) return
  const nobody = { claimedBy: null, claimedByName: null, claimedAt: null }
  await tx.update(tasks).set(nobody).where(tasksOf(screens))
  await writeEntries(tx, absence, screens, { away })
}

/** What to do with the screens of an absence that begins. */
type Plan = { absent: Assignee; away: Away; delegate: Assignee | null; book: AccessBook }

/** Passes or releases the first screens that the absent person has. */
async function changeHeld(tx: Tx, absence: Absence, { absent, away, delegate, book }: Plan) {
  const { userId, heldCases } = absence
  const mine = eq(workItems.assigneeId, userId)
  const { screens, isAll } = await lockSome(tx, absence, mine, atOnce)
  const held = screens.filter(({ holder }) => holder === userId)
  const to = heldCases === 'pass' ? delegate : null
  const fits = ({ target }: Screen): boolean =>
    to !== null && mayStandIn(book, { absent, delegate: to }, target)
  const passed = held.filter(fits)
  const released = held.filter((screen) => !fits(screen))
  if (to) await pass(tx, absence, passed, { away, to })
  await release(tx, absence, released, away)
  return { passed, released, isAll }
}

/** Lets the delegate do what nobody has and what a step chose the absent person for by name. */
async function chooseDelegate(tx: Tx, absence: Absence, { absent, delegate }: Plan) {
  if (!delegate) return
  const names = sql.param(ownNames(absent))
  const named = sql`${workItems.assigneeId} is null and ${workItems.candidates} && ${names}::text[]`
  const { screens } = await lockSome(tx, absence, named, mostChosen)
  if (screens.length === 0) return
  await tx
    .update(tasks)
    .set({ state: chosenToo(delegate.userId) })
    .where(tasksOf(screens))
}

async function planOf(tx: Tx, absence: Absence, { book, now }: Begin): Promise<Plan | undefined> {
  const { organizationId, userId } = absence
  const absent = await findAssignee(tx, { organizationId }, userId)
  const standIn = await findStandIn(tx, organizationId, userId, now)
  // Nobody, when the absence is over already, because no worker was there.
  return absent && standIn && { absent, book, ...standIn }
}

type Begin = { book: AccessBook; now: Date }

/** Deals with some screens of a locked absence that begins. */
async function begin(tx: Tx, absence: Absence, given: Begin) {
  const plan = await planOf(tx, absence, given)
  const { passed, released, isAll } =
    plan && absence.heldCases !== 'keep'
      ? await changeHeld(tx, absence, plan)
      : { passed: [], released: [], isAll: true }
  if (plan && isAll) await chooseDelegate(tx, absence, plan)
  const [after] = await tx
    .update(absences)
    .set({
      passed: sql`${absences.passed} + ${passed.length}`,
      released: sql`${absences.released} + ${released.length}`,
      ...(isAll ? { begunAt: sql`now()` } : {}),
    })
    .where(eq(absences.id, absence.id))
    .returning()
  if (isAll && after)
    await writeAuditEntry(tx, {
      organizationId: absence.organizationId,
      actor: rounds,
      action: 'absence.begun',
      objectKind: 'member',
      objectId: absence.userId,
      details: { heldCases: after.heldCases, passed: after.passed, released: after.released },
    })
  return { isWhole: isAll, changed: [...passed, ...released].map(({ taskId }) => taskId) }
}

async function bookOf(organizationId: string): Promise<AccessBook> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx
      .select({ revision: organizations.accessRevision })
      .from(organizations)
      .where(eq(organizations.id, organizationId)),
  )
  return await accessBookOf(organizationId, row?.revision ?? 0)
}

/**
 * Deals with some of the screens of an absence whose first day has come, in one transaction that
 * keeps the absence from changing. Answers true when none is left, so that it has begun.
 */
export async function beginSome(organizationId: string, id: string, now: Date): Promise<boolean> {
  const book = await bookOf(organizationId)
  const { isWhole, changed } = await inOrganization(organizationId, async (tx) => {
    const [absence] = await tx
      .select()
      .from(absences)
      .where(and(eq(absences.id, id), isNull(absences.begunAt), isNull(absences.endedAt)))
      .for('update', { skipLocked: true })
    // Another worker deals with it, or it has just ended.
    if (!absence) return { isWhole: true, changed: [] }
    return await begin(tx, absence, { book, now })
  })
  if (changed.length > 0) await tellWatchers(organizationId, changed)
  return isWhole
}
