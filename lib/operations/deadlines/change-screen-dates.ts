import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import type { Actor } from '#lib/auth/actor'
import type { ScreenDeadlines } from '#lib/contracts/runs/deadlines'
import { ApiError } from '#lib/domain/api-error'
import { inOrder, planAnew } from '#lib/domain/deadlines/plan'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import { defineOperation } from '../define-operation.ts'
import { getOpenScreenOrThrow, notOpen, type ScreenTask } from '../screens/open-screen.ts'
import { isOpenScreen } from '../screens/screen-columns.ts'
import { deadlinesView, mayChangeDates, workingTimeOfScreen } from './deadlines-view.ts'
import type { WorkItem } from './due-item.ts'

export type Dates = { dueAt?: string | null | undefined; followUpAt?: string | null | undefined }
type Input = Dates & { taskId: string }

const mostYears = 5

/** Throws 400 for dates of many screens that make sense for none, or for no dates at all. */
export function requireDates({ dueAt, followUpAt }: Dates): void {
  if (dueAt === undefined && followUpAt === undefined)
    throw ApiError.invalid([
      { path: 'change', message: 'Send dueAt, followUpAt or both; null removes a date.' },
    ])
  const now = new Date()
  if (typeof dueAt === 'string') readInstant('dueAt', dueAt, now)
  if (typeof followUpAt === 'string') readInstant('followUpAt', followUpAt, now)
}

/** Throws 400 for an instant that makes no sense. */
function readInstant(field: 'dueAt' | 'followUpAt', text: string, earliest: Date): Date {
  const at = new Date(text)
  const latest = new Date()
  latest.setUTCFullYear(latest.getUTCFullYear() + mostYears)
  if (at > latest)
    throw ApiError.invalid([{ path: field, message: `Choose a day within ${mostYears} years.` }])
  if (at > earliest) return at
  const message =
    field === 'dueAt'
      ? 'This time has passed, or the screen opened later. Choose a later one.'
      : 'This time has passed. Choose a later one.'
  throw ApiError.invalid([{ path: field, message }])
}

const isFollowUp = ({ when }: PlannedAction): boolean => when === 'follow-up'

/** What tells actions of one step apart, whenever they are planned for. */
function ruleOf(action: PlannedAction): string {
  const { at: _at, tries: _tries, ...rule } = action
  return JSON.stringify(Object.entries(rule).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** What an action and what became of it have in common. */
const kindOf = ({ do: act, when }: Pick<PlannedAction, 'do' | 'when'>): string => `${act} ${when}`

/**
 * What is still planned, and of what counts from the due date: reminders that have happened, because
 * with a later due date people are reminded again, and what went with a due date that was removed.
 * An escalation that has happened does not come again.
 */
function toPlan({ actions, pastActions }: WorkItem, { state }: ScreenTask): PlannedAction[] {
  const open = actions.filter((action) => !isFollowUp(action))
  const known = new Set(open.map(ruleOf))
  const first = (state?.reason === 'screen' ? state.actions : undefined) ?? []
  const happened = pastActions.map(kindOf)
  const again = first.filter((action) => {
    const isOfDueDate = action.when === 'before-due' || action.when === 'after-due'
    if (!isOfDueDate || known.has(ruleOf(action))) return false
    if (action.do === 'remind') return true
    // Those of one kind happened in the order in which they were planned.
    const place = happened.indexOf(kindOf(action))
    if (place !== -1) happened.splice(place, 1)
    return place === -1
  })
  return [...open, ...again]
}

/** Locks an open screen, the task before its item. */
async function lockScreen(tx: Tx, { id, runId }: ScreenTask): Promise<WorkItem> {
  const [task] = await tx
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(eq(tasks.id, id), eq(tasks.runId, runId), isOpenScreen))
    .for('no key update')
  const [item] = task
    ? await tx
        .select()
        .from(workItems)
        .where(and(eq(workItems.taskId, id), isNull(workItems.closedAt)))
        .for('no key update')
    : []
  if (!item) throw notOpen(id)
  return item
}

type Locked = { task: ScreenTask; item: WorkItem }

/** Locks an open screen that the caller sees. */
async function lockDates(tx: Tx, actor: Actor, taskId: string): Promise<Locked> {
  const task = await getOpenScreenOrThrow(tx, actor, taskId)
  return { task, item: await lockScreen(tx, task) }
}

function requireMayChange(actor: Actor, item: WorkItem): void {
  if (!mayChangeDates(actor, item))
    throw new ApiError(
      'forbidden',
      'Only who has this screen, an owner or a builder can change its dates. Claim it first.',
    )
}

/** Sets dates of a locked screen and plans anew what counts from them; undefined leaves a date. */
async function setDates(
  tx: Tx,
  { task, item }: Locked,
  { due, at }: { due: Date | null | undefined; at: Date | null | undefined },
): Promise<WorkItem> {
  const now = new Date()
  let actions = item.actions
  const changes: Partial<WorkItem> = {}
  if (due !== undefined) {
    const time = await workingTimeOfScreen(tx, task, item)
    const anew = planAnew(toPlan(item, task), { dueAt: due ?? undefined, now }, time)
    actions = inOrder([...anew, ...actions.filter(isFollowUp)])
    changes.dueAt = due
  }
  if (at !== undefined) {
    const others = actions.filter((action) => !isFollowUp(action))
    // One that has passed comes back only when a change is undone, and was told.
    const again: PlannedAction[] =
      at && at > now
        ? [{ at: at.toISOString(), do: 'remind', when: 'follow-up', to: 'assignee' }]
        : []
    actions = inOrder([...others, ...again])
    changes.followUpAt = at
  }
  const [next] = actions
  const nextActionAt = next ? new Date(next.at) : null
  const [changed] = await tx
    .update(workItems)
    .set({ ...changes, actions, nextActionAt })
    .where(eq(workItems.taskId, item.taskId))
    .returning()
  return changed ?? item
}

/** The dates of a screen, as an audit entry has them. */
export type DatesOfScreen = { dueAt: string | null; followUpAt: string | null }

const datesOfItem = ({ dueAt, followUpAt }: WorkItem): DatesOfScreen => ({
  dueAt: dueAt?.toISOString() ?? null,
  followUpAt: followUpAt?.toISOString() ?? null,
})

/**
 * Changes the dates of an open screen in the caller's transaction; for one screen and for many.
 * Answers it as it is now, and the dates that it had. Throws 403 for somebody who neither has it nor
 * may control runs.
 */
export async function changeDates(
  tx: Tx,
  actor: Actor,
  { taskId, dueAt, followUpAt }: Input,
): Promise<Locked & { before: DatesOfScreen }> {
  const locked = await lockDates(tx, actor, taskId)
  const { task, item } = locked
  const due = typeof dueAt === 'string' ? readInstant('dueAt', dueAt, item.openedAt) : dueAt
  const at =
    typeof followUpAt === 'string' ? readInstant('followUpAt', followUpAt, new Date()) : followUpAt
  requireMayChange(actor, item)
  return { task, item: await setDates(tx, locked, { due, at }), before: datesOfItem(item) }
}

/**
 * Gives an open screen the dates again that it had, also when they have passed since; false, when it
 * no longer has those that it was given.
 */
export async function undoDates(
  tx: Tx,
  actor: Actor,
  { taskId, after, before }: { taskId: string; after: Dates; before: DatesOfScreen },
): Promise<boolean> {
  const locked = await lockDates(tx, actor, taskId)
  requireMayChange(actor, locked.item)
  const now = datesOfItem(locked.item)
  const isLeft = (field: keyof Dates) =>
    after[field] === undefined || sameInstant(after[field], now[field])
  if (!isLeft('dueAt') || !isLeft('followUpAt')) return false
  const backTo = (field: keyof Dates) => {
    if (after[field] === undefined) return undefined
    const text = before[field]
    return text === null ? null : new Date(text)
  }
  await setDates(tx, locked, { due: backTo('dueAt'), at: backTo('followUpAt') })
  return true
}

const sameInstant = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other)

/** Changes when an open screen is due, and when its assignee looks at it again. */
export const changeScreenDates = defineOperation<Input, ScreenDeadlines>({
  name: 'changeScreenDates',
  permission: 'screens:work',
  audit: ({ input: { taskId, dueAt, followUpAt } }) => ({
    action: 'screen.dates_changed',
    objectKind: 'task',
    objectId: taskId,
    details: { dueAt, followUpAt },
  }),
  async run({ actor, input, tx }) {
    const { task, item } = await changeDates(tx, actor, input)
    return await deadlinesView(tx, actor, task, item)
  },
})
