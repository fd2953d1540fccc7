import { inArray, or, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { members } from '#db/schema/people'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import type { PlannedView, ScreenDeadlines } from '#lib/contracts/runs/deadlines'
import {
  atWorkingDay,
  NoWorkingTimeError,
  type WorkingTime,
} from '#lib/domain/calendar/working-time'
import { localTimeOf } from '#lib/domain/calendar/zoned-time'
import type { PlannedAction } from '#lib/domain/run/planned-action'
import type { ScreenTask } from '../screens/open-screen.ts'
import { workingTimeIn } from '../calendars/working-time-of.ts'
import type { WorkItem } from './due-item.ts'

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const suggested = 3

/** The people whom an action names, as its step named them. */
function peopleOf(action: PlannedAction): string[] {
  if (action.do === 'assign') return [action.person]
  return action.do === 'remind' ? (action.people ?? []) : []
}

/** The names of people by id and by e-mail address; who is no member is called as they are named. */
async function namesOfPeople(tx: Tx, people: string[]): Promise<Map<string, string>> {
  if (people.length === 0) return new Map()
  const rows = await tx
    .select({ id: members.userId, email: members.email, name: members.name })
    .from(members)
    .where(
      or(
        inArray(
          members.userId,
          people.filter((one) => isUuid.test(one)),
        ),
        inArray(
          sql`lower(${members.email})`,
          people.map((one) => one.toLowerCase()),
        ),
      ),
    )
  return new Map(
    rows.flatMap(({ id, email, name }): [string, string][] => [
      [id, name],
      [email.toLowerCase(), name],
    ]),
  )
}

async function namesOfWorkflows(tx: Tx, slugs: string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map()
  const rows = await tx
    .select({ slug: workflows.slug, name: workflows.name })
    .from(workflows)
    .where(inArray(workflows.slug, slugs))
  return new Map(rows.map(({ slug, name }) => [slug, name]))
}

/** Planned actions with names; start data of runs and the like stay on the server. */
export async function plannedViews(
  tx: Tx,
  actions: readonly PlannedAction[],
): Promise<PlannedView[]> {
  const people = await namesOfPeople(tx, actions.flatMap(peopleOf))
  const started = actions.flatMap((action) => (action.do === 'start' ? [action.workflow] : []))
  const named = await namesOfWorkflows(tx, started)
  return actions.map((action) => {
    const names = peopleOf(action).map((one) => people.get(one.toLowerCase()) ?? one)
    return {
      at: action.at,
      do: action.do,
      when: action.when ?? 'after-opening',
      ...(action.do === 'remind' ? { to: action.to ?? 'assignee' } : {}),
      ...(names.length > 0 ? { people: names } : {}),
      ...(action.do === 'priority' ? { priority: action.priority } : {}),
      ...(action.do === 'start' ? { workflow: named.get(action.workflow) ?? action.workflow } : {}),
    }
  })
}

/** The directory groups that a screen's candidates name. */
export const groupsIn = (candidates: readonly string[] | null): string[] =>
  (candidates ?? []).flatMap((name) => (name.startsWith('group:') ? [name.slice(6)] : []))

/** The working time by which an open screen counts; undefined when its calendar is gone. */
export async function workingTimeOfScreen(
  tx: Tx,
  { state }: Pick<ScreenTask, 'state'>,
  { organizationId, candidates }: WorkItem,
): Promise<WorkingTime> {
  const calendar = state?.reason === 'screen' ? state.calendar : undefined
  const groups = groupsIn(candidates)
  try {
    return await workingTimeIn(tx, organizationId, calendar, groups)
  } catch (error) {
    // A calendar that was deleted since: dates can still be changed, by the default one.
    if (calendar === undefined) throw error
    return await workingTimeIn(tx, organizationId, undefined, groups)
  }
}

/** When the next working days begin. */
function nextWorkingDays(time: WorkingTime, now: Date): string[] {
  try {
    return Array.from({ length: suggested }, (_, index) => {
      const noon = atWorkingDay(time, now, { days: index + 1, minute: 12 * 60 })
      const { date } = localTimeOf(noon, time.timeZone)
      const minute = time.shiftsOn(date)[0]?.from ?? 0
      return atWorkingDay(time, now, { days: index + 1, minute }).toISOString()
    })
  } catch (error) {
    if (error instanceof NoWorkingTimeError) return []
    throw error
  }
}

/** Who has a screen may change its dates, and who may control runs. */
export const mayChangeDates = (actor: Actor, { assigneeId }: WorkItem): boolean =>
  (actor.kind === 'user' && assigneeId === actor.id) || can(actor, 'runs:control')

/** The dates of an open screen as the caller sees them. */
export async function deadlinesView(
  tx: Tx,
  actor: Actor,
  task: Pick<ScreenTask, 'state'>,
  item: WorkItem,
): Promise<ScreenDeadlines> {
  const time = await workingTimeOfScreen(tx, task, item)
  return {
    dueAt: item.dueAt?.toISOString() ?? null,
    followUpAt: item.followUpAt?.toISOString() ?? null,
    planned: await plannedViews(tx, item.actions),
    past: item.pastActions,
    mayChange: mayChangeDates(actor, item),
    timeZone: time.timeZone,
    workingDays: nextWorkingDays(time, new Date()),
  }
}
