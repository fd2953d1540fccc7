import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { can, type Actor } from '#lib/auth/actor'
import type { PassedOn } from '#lib/contracts/runs/screens'
import { ApiError } from '#lib/domain/api-error'
import { maxBulk, type SkipReason } from '#lib/domain/run/bulk-change'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import { defineOutsideOperation, type CallInfo } from '../../define-operation.ts'
import { repeatAfterDeadlock } from '../../repeat-after-deadlock.ts'
import {
  changeDates,
  requireDates,
  type Dates,
  type DatesOfScreen,
} from '../../deadlines/change-screen-dates.ts'
import { wantedBy } from '../queue/filters.ts'
import { countItems, findIds } from '../queue/find-items.ts'
import { orderOf } from '../queue/order.ts'
import { tellWatchers } from '../tell-watchers.ts'
import { noAssignee } from './assign-screen.ts'
import { findAssignee, mayDo, type Assignee } from './assignee.ts'
import { giveOrPassOn } from './give-or-pass-on.ts'
import { writeEntries } from './give-screens.ts'
import { isOthers, isOwn, lockScreens, tasksOf, type LockedScreen } from './lock-screens.ts'

type Change =
  | { act: 'assign'; userId: string; note?: string | undefined }
  | { act: 'release' }
  | { act: 'prioritize'; priority: number }
  | ({ act: 'dates' } & Dates)

type Input = {
  change: Change
  taskIds?: string[] | undefined
  filters?: InboxFilters | undefined
}
export type Counts = Partial<Record<SkipReason, number>>
type Output = {
  changed: number
  skipped: { reason: SkipReason; count: number }[]
  remaining: number
  away: PassedOn | null
  undo: string | null
}
type Some = { changed: number; counts: Counts; away: PassedOn | null }

/** How many screens one transaction changes, so that nobody waits long for one of them. */
export const atOnce = 200

/** Why a screen is left as it is; undefined: it is changed. */
function reasonAgainst(
  actor: Actor,
  change: Change,
  assignee: Assignee | undefined,
  screen: LockedScreen,
): SkipReason | undefined {
  if (isOthers(actor, screen)) return 'of-somebody-else'
  if (change.act === 'release') return screen.holder === null ? 'unchanged' : undefined
  if (change.act === 'prioritize' || change.act === 'dates') {
    if (!isOwn(actor, screen) && !can(actor, 'runs:control')) return 'of-somebody-else'
    if (change.act === 'dates') return undefined
    return screen.priority === change.priority ? 'unchanged' : undefined
  }
  if (!assignee || !mayDo(actor, assignee, screen.target)) return 'assignee-may-not'
  return screen.holder?.id === assignee.userId ? 'unchanged' : undefined
}

const datesOf = ({ dueAt, followUpAt }: Dates): Dates => ({ dueAt, followUpAt })

/** The audit entry of one screen; `dates`: those that it had. */
function entryOf(
  change: Change,
  { holder, priority }: LockedScreen,
  { act, dates }: { act: string; dates: DatesOfScreen | undefined },
) {
  if (change.act === 'prioritize')
    return {
      action: 'screen.prioritized',
      details: { priority: change.priority, before: priority, act },
    }
  if (change.act === 'dates')
    return {
      action: 'screen.dates_changed',
      details: { ...datesOf(change), before: dates, act },
    }
  return { action: 'screen.released', details: { act, ...(holder ? { from: holder.id } : {}) } }
}

/** Who changes them, in which act, and how many were changed before in it. */
type By = { actor: Actor; info: CallInfo; act: string; before: number }

async function apply(
  tx: Tx,
  { actor, info, act, before }: By,
  screens: LockedScreen[],
  change: Change,
  assignee: Assignee | undefined,
): Promise<PassedOn | null> {
  if (screens.length === 0) return null
  if (change.act === 'assign' && assignee)
    return await giveOrPassOn(tx, actor, info, screens, {
      to: assignee,
      note: change.note,
      act,
      before,
    })
  if (change.act === 'release')
    await tx
      .update(tasks)
      .set({ claimedBy: null, claimedByName: null, claimedAt: null })
      .where(tasksOf(screens))
  if (change.act === 'prioritize')
    await tx.update(tasks).set({ priority: change.priority }).where(tasksOf(screens))
  const befores = new Map<string, DatesOfScreen>()
  if (change.act === 'dates')
    for (const { taskId } of screens) {
      const { before: dates } = await changeDates(tx, actor, { taskId, ...datesOf(change) })
      befores.set(taskId, dates)
    }
  await writeEntries(tx, actor, info, screens, (screen) =>
    entryOf(change, screen, { act, dates: befores.get(screen.taskId) }),
  )
  return null
}

/** How many were left as they are, for each reason. */
export const skippedOf = (counts: Counts): Output['skipped'] =>
  (Object.entries(counts) as [SkipReason, number][]).map(([reason, count]) => ({ reason, count }))

/** What became of all that was meant for an absent person. */
const together = (one: PassedOn | null, other: PassedOn | null): PassedOn | null =>
  one && other
    ? { ...other, passed: one.passed + other.passed, released: one.released + other.released }
    : (one ?? other)

/** Changes some screens in one transaction; answers how many, and counts why others were not. */
async function changeSome(tx: Tx, by: By, change: Change, taskIds: string[]): Promise<Some> {
  const { actor } = by
  const assignee =
    change.act === 'assign' ? await findAssignee(tx, actor, change.userId) : undefined
  const screens = await lockScreens(tx, actor, taskIds)
  const closed = taskIds.length - screens.length
  const counts: Counts = closed > 0 ? { closed } : {}
  const fit = screens.filter((screen) => {
    const reason = reasonAgainst(actor, change, assignee, screen)
    if (reason) counts[reason] = (counts[reason] ?? 0) + 1
    return reason === undefined
  })
  const away = await apply(tx, by, fit, change, assignee)
  return { changed: fit.length, counts, away }
}

async function chosenIds(tx: Tx, actor: Actor, { taskIds, filters, change }: Input) {
  if ((taskIds === undefined) === (filters === undefined))
    throw ApiError.invalid([
      { path: 'taskIds', message: 'Send either taskIds or filters, to say which screens.' },
    ])
  if (change.act === 'dates') requireDates(change)
  if (change.act === 'assign' && !(await findAssignee(tx, actor, change.userId))) throw noAssignee()
  if (taskIds) return { ids: [...new Set(taskIds)], remaining: 0 }
  const wanted = await wantedBy(tx, actor, filters ?? {})
  const ids = await findIds(tx, actor, { ...wanted, by: orderOf().by, limit: maxBulk })
  const all = ids.length < maxBulk ? ids.length : await countItems(tx, actor, wanted)
  return { ids, remaining: Math.max(0, all - ids.length) }
}

/**
 * Assigns, releases or reprioritizes many screens, or sets their dates, some hundreds in each
 * transaction, each with its audit entry. What cannot be changed is counted with its reason. When a
 * transaction fails after others were committed, the rest counts as failed.
 */
export const changeScreens = defineOutsideOperation<Input, Output>({
  name: 'changeScreens',
  permission: 'screens:work',
  audit: ({ input: { change, filters }, output: { changed } }) => ({
    action: 'screens.changed',
    objectKind: 'inbox',
    objectId: change.act,
    details: { changed, all: filters !== undefined },
  }),
  async run({ actor, input, info, transaction }) {
    const { ids, remaining } = await transaction((tx) => chosenIds(tx, actor, input))
    const act = newId()
    const total: Counts = {}
    let changed = 0
    let away: PassedOn | null = null
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce)
      try {
        const done = await repeatAfterDeadlock(
          async () =>
            await transaction((tx) =>
              changeSome(tx, { actor, info, act, before: changed }, input.change, some),
            ),
        )
        if (done.changed > 0) await tellWatchers(actor.organizationId, some)
        changed += done.changed
        away = together(away, done.away)
        for (const [reason, count] of Object.entries(done.counts) as [SkipReason, number][])
          total[reason] = (total[reason] ?? 0) + count
      } catch (error) {
        if (changed === 0) throw error
        log.error({ err: error }, 'screens were not changed after others were')
        total.failed = ids.length - from
        break
      }
    }
    return {
      changed,
      skipped: skippedOf(total),
      remaining,
      away,
      undo: changed > 0 ? act : null,
    }
  },
})
