import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { screenDrafts, tasks } from '#db/schema/runs'
import { can, type Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { maxBulk, undoMinutes, type SkipReason } from '#lib/domain/run/bulk-change'
import { defineOutsideOperation, type CallInfo } from '../../define-operation.ts'
import { repeatAfterDeadlock } from '../../repeat-after-deadlock.ts'
import { undoDates, type Dates, type DatesOfScreen } from '../../deadlines/change-screen-dates.ts'
import { tellWatchers } from '../tell-watchers.ts'
import { findAssignee, mayDo, type Assignee } from './assignee.ts'
import { atOnce, skippedOf, type Counts } from './change-screens.ts'
import { setHolder, writeEntries } from './give-screens.ts'
import { isOwn, lockScreens, tasksOf, type LockedScreen } from './lock-screens.ts'
import { untell } from './unchanged.ts'

type Output = { changed: number; skipped: { reason: SkipReason; count: number }[] }

/** What an act did to a screen, as its audit entry says, which is of the same transaction. */
type Done = {
  taskId: string
  at: Date
  /** Who got it; undefined: nobody. */
  to: string | undefined
  /** Who had it; undefined: nobody. */
  from: string | undefined
  priority: { before: number; after: number } | undefined
  dates: { before: DatesOfScreen; after: Dates } | undefined
}

/** As the entry of the change has them. */
const dateSchema = z.iso.datetime({ offset: true }).nullable()
const datesSchema = z.object({
  before: z.object({ dueAt: dateSchema, followUpAt: dateSchema }),
  after: z.object({ dueAt: dateSchema.optional(), followUpAt: dateSchema.optional() }),
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** What the caller did in an act of the last minutes. */
async function doneIn(tx: Tx, actor: Actor, act: string): Promise<Done[]> {
  const { organizationId, actorId, objectKind, createdAt, details } = auditEntries
  const rows = await tx
    .select({ taskId: auditEntries.objectId, at: createdAt, details })
    .from(auditEntries)
    .where(
      and(
        eq(organizationId, actor.organizationId),
        gt(createdAt, sql`now() - make_interval(mins => ${undoMinutes})`),
        eq(actorId, actor.id),
        eq(objectKind, 'task'),
        sql`${details}->>'act' = ${act}`,
      ),
    )
    .limit(maxBulk)
  return rows.map(({ taskId, at, details: { to, from, priority, before, dueAt, followUpAt } }) => ({
    taskId,
    dates: datesSchema.safeParse({ before, after: { dueAt, followUpAt } }).data,
    at,
    to: textOf(to),
    from: textOf(from),
    priority:
      typeof priority === 'number' && typeof before === 'number'
        ? { after: priority, before }
        : undefined,
  }))
}

/** Whether a screen is as the act left it. */
function isAsLeft({ holder, priority }: LockedScreen, done: Done): boolean {
  if (done.priority) return priority === done.priority.after
  if (done.to === undefined) return holder === null
  // Both times are that of the transaction.
  const apart = (holder?.at?.getTime() ?? 0) - done.at.getTime()
  return holder?.id === done.to && Math.abs(apart) <= 1
}

/** Those on which their holder typed something after they got them. */
async function begun(tx: Tx, actor: Actor, screens: readonly LockedScreen[]): Promise<Set<string>> {
  const given = screens.filter((screen) => screen.holder !== null && !isOwn(actor, screen))
  const rows = await tx
    .select({ taskId: screenDrafts.taskId })
    .from(screenDrafts)
    .innerJoin(tasks, eq(tasks.id, screenDrafts.taskId))
    .where(
      and(
        tasksOf(given),
        eq(screenDrafts.userId, tasks.claimedBy),
        sql`${screenDrafts.savedAt} >= ${tasks.claimedAt}`,
      ),
    )
  return new Set(rows.map(({ taskId }) => taskId))
}

type Undone = { screen: LockedScreen; done: Done; back: Assignee | undefined }
type By = { actor: Actor; info: CallInfo }

/** Why a screen stays as it is; undefined: what was done to it is undone. */
function reasonAgainst(
  actor: Actor,
  { screen, done, back }: Undone,
  hasBegun: boolean,
): SkipReason | undefined {
  // Whether dates are as they were left is seen when they are set.
  if (done.dates)
    return isOwn(actor, screen) || can(actor, 'runs:control') ? undefined : 'of-somebody-else'
  if (!isAsLeft(screen, done)) return 'changed-since'
  if (done.priority) return undefined
  if (hasBegun) return 'changed-since'
  if (done.from === undefined) return undefined
  return back && mayDo(actor, back, screen.target) ? undefined : 'assignee-may-not'
}

/** The people who had the screens, as far as they have access. */
async function formerHolders(tx: Tx, actor: Actor, all: readonly Done[]) {
  const ids = [...new Set(all.flatMap(({ from }) => from ?? []))]
  const found = new Map<string, Assignee>()
  for (const id of ids) {
    const person = await findAssignee(tx, actor, id)
    if (person) found.set(id, person)
  }
  return found
}

/** Gives screens back to who had them, or to nobody. */
async function putBack(tx: Tx, { actor, info }: By, undone: readonly Undone[]): Promise<void> {
  const screens = undone.map(({ screen }) => screen)
  await untell(tx, ...screens)
  const nobodys = undone.filter(({ back }) => !back).map(({ screen }) => screen)
  if (nobodys.length > 0)
    await tx
      .update(tasks)
      .set({ claimedBy: null, claimedByName: null, claimedAt: null })
      .where(tasksOf(nobodys))
  for (const to of new Set(undone.flatMap(({ back }) => back ?? [])))
    await setHolder(
      tx,
      undone.filter(({ back }) => back === to).map(({ screen }) => screen),
      { to },
    )
  const backOf = new Map(undone.map(({ screen, back }) => [screen.taskId, back]))
  await writeEntries(tx, actor, info, screens, ({ taskId, holder }) => {
    const to = backOf.get(taskId)
    const details = { undo: true, ...(holder ? { from: holder.id } : {}) }
    if (!to) return { action: 'screen.released', details }
    return { action: 'screen.assigned', details: { ...details, to: to.userId, toName: to.name } }
  })
}

/** Gives screens the priority again that they had. */
async function resetPriority(tx: Tx, { actor, info }: By, undone: readonly Undone[]) {
  const befores = new Map(
    undone.map(({ screen, done }) => [screen.taskId, done.priority?.before ?? 0]),
  )
  for (const priority of new Set(befores.values()))
    await tx
      .update(tasks)
      .set({ priority })
      .where(
        tasksOf(
          undone
            .map(({ screen }) => screen)
            .filter(({ taskId }) => befores.get(taskId) === priority),
        ),
      )
  const screens = undone.map(({ screen }) => screen)
  await writeEntries(tx, actor, info, screens, ({ taskId, priority: before }) => ({
    action: 'screen.prioritized',
    details: { priority: befores.get(taskId), before, undo: true },
  }))
}

/** Gives screens the dates again that they had. Answers those whose dates changed since. */
async function resetDates(tx: Tx, { actor, info }: By, undone: readonly Undone[]) {
  const reset: LockedScreen[] = []
  const others: LockedScreen[] = []
  for (const { screen, done } of undone) {
    const { taskId } = screen
    const isReset = done.dates && (await undoDates(tx, actor, { taskId, ...done.dates }))
    if (isReset) reset.push(screen)
    else others.push(screen)
  }
  const befores = new Map(undone.map(({ screen, done }) => [screen.taskId, done.dates?.before]))
  await writeEntries(tx, actor, info, reset, ({ taskId }) => ({
    action: 'screen.dates_changed',
    details: { ...befores.get(taskId), undo: true },
  }))
  return others
}

/** Undoes what was done to some screens in one transaction. */
async function undoSome(tx: Tx, by: By, some: readonly Done[]) {
  const { actor } = by
  const people = await formerHolders(tx, actor, some)
  const screens = await lockScreens(
    tx,
    actor,
    some.map(({ taskId }) => taskId),
  )
  const typed = await begun(tx, actor, screens)
  const doneOf = new Map(some.map((done) => [done.taskId, done]))
  const counts: Counts =
    screens.length < some.length ? { closed: some.length - screens.length } : {}
  const undone = screens.flatMap((screen): Undone[] => {
    const done = doneOf.get(screen.taskId)
    if (!done) return []
    const back = done.from === undefined ? undefined : people.get(done.from)
    const reason = reasonAgainst(actor, { screen, done, back }, typed.has(screen.taskId))
    if (!reason) return [{ screen, done, back }]
    counts[reason] = (counts[reason] ?? 0) + 1
    return []
  })
  const dated = undone.filter(({ done }) => done.dates)
  const priorities = undone.filter(({ done }) => done.priority)
  const holders = undone.filter(({ done }) => !done.priority && !done.dates)
  const changedSince = await resetDates(tx, by, dated)
  if (changedSince.length > 0)
    counts['changed-since'] = (counts['changed-since'] ?? 0) + changedSince.length
  if (priorities.length > 0) await resetPriority(tx, by, priorities)
  if (holders.length > 0) await putBack(tx, by, holders)
  return { changed: undone.length - changedSince.length, counts }
}

const tooLate = () =>
  new ApiError(
    'conflict',
    `There is nothing to undo: a change of many screens can be undone for ${undoMinutes} minutes, ` +
      'by who made it.',
  )

/**
 * Undoes a change of many screens: each goes back to who had it, or gets its priority or its dates
 * again, unless somebody changed that since or has begun to work on it.
 */
export const undoScreenChanges = defineOutsideOperation<{ undo: string }, Output>({
  name: 'undoScreenChanges',
  permission: 'screens:work',
  audit: ({ output: { changed } }) => ({
    action: 'screens.changed',
    objectKind: 'inbox',
    objectId: 'undo',
    details: { changed },
  }),
  async run({ actor, input: { undo }, info, transaction }) {
    const all = await transaction((tx) => doneIn(tx, actor, undo))
    if (all.length === 0) throw tooLate()
    const total: Counts = {}
    let changed = 0
    for (let from = 0; from < all.length; from += atOnce) {
      const some = all.slice(from, from + atOnce)
      const done = await repeatAfterDeadlock(
        async () => await transaction((tx) => undoSome(tx, { actor, info }, some)),
      )
      const taskIds = some.map(({ taskId }) => taskId)
      if (done.changed > 0) await tellWatchers(actor.organizationId, taskIds)
      changed += done.changed
      for (const [reason, count] of Object.entries(done.counts) as [SkipReason, number][])
        total[reason] = (total[reason] ?? 0) + count
    }
    return { changed, skipped: skippedOf(total) }
  },
})
