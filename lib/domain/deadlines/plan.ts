import {
  addWorkingDays,
  addWorkingMinutes,
  atWorkingDay,
  subtractWorkingDays,
  subtractWorkingMinutes,
  type WorkingTime,
} from '../calendar/working-time.ts'
import type { PlannedAction } from '../run/planned-action.ts'
import type { Deadlines, Escalation, Reminder, WorkingLength } from './deadlines.ts'

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The instant that lies this much working time after another. */
export function lengthAfter(calendar: WorkingTime, from: Date, length: WorkingLength): Date {
  const { workingDays = 0, workingHours, at } = length
  if (workingHours !== undefined)
    return addWorkingMinutes(calendar, from, Math.round(workingHours * 60))
  if (at === undefined) return addWorkingDays(calendar, from, workingDays)
  return atWorkingDay(calendar, from, { days: workingDays, minute: minuteOf(at) })
}

/** The instant that lies this much working time before another. */
function lengthBefore(calendar: WorkingTime, until: Date, length: WorkingLength): Date {
  const { workingDays = 0, workingHours, at } = length
  if (workingHours !== undefined)
    return subtractWorkingMinutes(calendar, until, Math.round(workingHours * 60))
  if (at === undefined) return subtractWorkingDays(calendar, until, workingDays)
  return atWorkingDay(calendar, until, { days: -workingDays, minute: minuteOf(at) })
}

type When = PlannedAction['when']

/** When an action happens; undefined when what it counts from is not there. */
function instantOf(
  calendar: WorkingTime,
  { when, length }: { when: When; length: WorkingLength },
  { openedAt, dueAt }: { openedAt: Date; dueAt: Date | undefined },
): Date | undefined {
  if (when === 'before-due') return dueAt && lengthBefore(calendar, dueAt, length)
  if (when === 'after-due') return dueAt && lengthAfter(calendar, dueAt, length)
  return lengthAfter(calendar, openedAt, length)
}

/** The length without fields that are not there, as it is stored. */
const lengthOf = ({ workingDays, workingHours, at }: WorkingLength): WorkingLength => ({
  ...(workingDays === undefined ? {} : { workingDays }),
  ...(workingHours === undefined ? {} : { workingHours }),
  ...(at === undefined ? {} : { at }),
})

type WithoutInstant<Action> = Action extends unknown ? Omit<Action, 'at'> : never
type Unplanned = WithoutInstant<PlannedAction>

function ofReminder({ when, to, people, ...length }: Reminder): Unplanned {
  const named = to === 'people' && people ? { people } : {}
  return { do: 'remind', when, length: lengthOf(length), to, ...named }
}

function ofEscalation(escalation: Escalation): Unplanned[] {
  const { when, do: act, person, priority, workflow, startData = {} } = escalation
  const common = { when, length: lengthOf(escalation) }
  if (act === 'return') return [{ ...common, do: act }]
  if (act === 'assign') return person === undefined ? [] : [{ ...common, do: act, person }]
  if (act === 'priority') return priority === undefined ? [] : [{ ...common, do: act, priority }]
  return workflow === undefined ? [] : [{ ...common, do: act, workflow, startData }]
}

/** Actions in the order of their instants; of the same instant, as they were given. */
export const inOrder = <Action extends { at: string }>(actions: Action[]): Action[] =>
  actions.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))

/**
 * When a screen that opens at this instant is due, and what happens when it is not done. A reminder
 * whose instant is before the opening is left out.
 */
export function planDeadlines(
  { due, reminders, escalations }: Deadlines,
  openedAt: Date,
  calendar: WorkingTime,
): { dueAt: Date | undefined; actions: PlannedAction[] } {
  let dueAt = due && lengthAfter(calendar, openedAt, due)
  if (due?.until !== undefined) dueAt = new Date(due.until)
  const wanted = [...reminders.map(ofReminder), ...escalations.flatMap(ofEscalation)]
  const actions = wanted.flatMap((action) => {
    const { when, length = {} } = action
    const at = instantOf(calendar, { when, length }, { openedAt, dueAt })
    if (!at || (when === 'before-due' && at <= openedAt)) return []
    return [{ ...action, at: at.toISOString() } as PlannedAction]
  })
  return { dueAt, actions: inOrder(actions) }
}

/**
 * The actions of a screen whose due date a person changed: those that count from the due date get
 * new instants, and reminders that this puts into the past are left out. Without a due date none of
 * them is left.
 */
export function planAnew(
  actions: PlannedAction[],
  { dueAt, now }: { dueAt: Date | undefined; now: Date },
  calendar: WorkingTime,
): PlannedAction[] {
  const planned = actions.flatMap((action) => {
    const { when, length } = action
    if (when !== 'before-due' && when !== 'after-due') return [action]
    const at = instantOf(calendar, { when, length: length ?? {} }, { openedAt: now, dueAt })
    if (!at || (action.do === 'remind' && at <= now)) return []
    return [{ ...action, at: at.toISOString() }]
  })
  return inOrder(planned)
}
