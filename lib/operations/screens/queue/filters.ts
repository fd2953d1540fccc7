import { and, eq, gte, isNull, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { runs } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { namesOf } from '#lib/domain/access/scope'
import type { InboxFilters } from '#lib/domain/run/inbox-filters'
import { containing } from '#lib/operations/containing'
import { allowedScreens } from '../../access/access-sql.ts'
import { scopeOf } from '../../access/scope-of.ts'
import { isQuoted, quotedIds } from '../../runs/of-reference.ts'
import { getWorkflowFor } from '../../workflows/find-workflow.ts'
import { patientKeysOf, runsOfPatient } from '../../patients/of-patient.ts'
import { around } from '../screen-columns.ts'

/** As the indexes of the queue have it. */
export const isOpenItem = isNull(workItems.closedAt)

/**
 * The work items that the caller may do: of workflows and steps whose rules let them, and whose
 * step chose them or nobody in particular. Owners need not be chosen. For statements with
 * `workflows`.
 */
export function itemsOfCaller(actor: Actor): SQL | undefined {
  const place = { id: workflows.id, folderId: workflows.folderId }
  const columns = { stepId: workItems.stepId, workflow: place }
  const names = sql.param(namesOf(scopeOf(actor).person))
  const chosen = sql`(${workItems.candidates} is null
    or ${workItems.candidates} && ${names}::text[])`
  return and(allowedScreens(actor, columns), actor.role === 'owner' ? undefined : chosen)
}

/** Of the case's own run, when that has a name, else of the run around its loop. */
export const caseTitle = sql<string | null>`case when ${runs.title} is null then ${around.title}
  else ${runs.title} end`

/** Cases or screens with this text, in any case of its letters. Needs `runs` and `around`. */
function matching(text: string): SQL {
  const pattern = containing(text)
  const ofRun = (run: typeof runs | typeof around) => sql`${run.title} ilike ${pattern}
    or ${run.subtitle} ilike ${pattern}
    or exists (select from jsonb_array_elements(${run.caseColumns}) as shown
      where shown->>'value' ilike ${pattern})`
  const ids = quotedIds(text)
  const quoted = ids ? or(isQuoted(runs.id, ids), isQuoted(around.id, ids)) : sql`false`
  return sql`(${quoted} or ${workItems.title} ilike ${pattern}
    or case when ${runs.title} is null then ${ofRun(around)} else ${ofRun(runs)} end)`
}

function assignedTo(actor: Actor, assignee: NonNullable<InboxFilters['assignee']>): SQL {
  if (assignee === 'nobody') return isNull(workItems.assigneeId)
  // An own condition finds the items of a person by their index.
  const me = sql`${workItems.assigneeId} = ${actor.id}::uuid`
  if (assignee === 'me') return me
  if (assignee === 'others') return sql`${workItems.assigneeId} <> ${actor.id}::uuid`
  return eq(workItems.assigneeId, assignee)
}

/** The beginning of a day or week, so many later, in the organization's time zone. */
function start(actor: Actor, unit: 'day' | 'week', later: number): SQL {
  const zone = sql`(select ${organizations.timeZone} from ${organizations}
    where ${organizations.id} = ${actor.organizationId}::uuid)`
  const step = sql.raw(`interval '${later} ${unit}'`)
  return sql`((date_trunc('${sql.raw(unit)}', now() at time zone ${zone}) + ${step})
    at time zone ${zone})`
}

/** Items that are due then, as the filter of the inbox means it. */
export function dueWithin(actor: Actor, due: NonNullable<InboxFilters['due']>): SQL {
  if (due === 'none') return isNull(workItems.dueAt)
  if (due === 'overdue') return sql`${workItems.dueAt} < now()`
  const unit = due === 'today' ? 'day' : 'week'
  return sql`${workItems.dueAt} >= ${start(actor, unit, 0)}
    and ${workItems.dueAt} < ${start(actor, unit, 1)}`
}

const followUps: Record<NonNullable<InboxFilters['followUp']>, SQL> = {
  now: sql`${workItems.followUpAt} <= now()`,
  later: sql`${workItems.followUpAt} > now()`,
  none: isNull(workItems.followUpAt),
}

/** Items of nobody, or of the caller: those that they may work on without asking. */
export const ofCallerOrNobody = (actor: Actor): SQL | undefined =>
  or(isNull(workItems.assigneeId), assignedTo(actor, 'me'))

/** Items whose step chose this group. */
export const ofGroup = (id: string): SQL =>
  sql`coalesce(${`group:${id.toLowerCase()}`}::text = any(${workItems.candidates}), false)`

/** What a list looks for: its condition, and whether that needs `runs` and `around`. */
export type Wanted = { where: SQL | undefined; needsCase: boolean }

/** The condition of filters, without that of access. Throws 404 for an unknown workflow. */
export async function wantedBy(tx: Tx, actor: Actor, filters: InboxFilters): Promise<Wanted> {
  const { workflow, step, group, assignee, minPriority, due, followUp, patient, q } = filters
  const { openedFrom, openedBefore } = filters
  const found = workflow ? await getWorkflowFor(tx, actor, workflow) : undefined
  const keys = patient ? await patientKeysOf(tx, actor, patient) : undefined
  const where = and(
    found && eq(workItems.workflowId, found.id),
    step ? eq(workItems.stepId, step) : undefined,
    group ? ofGroup(group) : undefined,
    assignee ? assignedTo(actor, assignee) : undefined,
    minPriority === undefined ? undefined : gte(workItems.priority, minPriority),
    due && dueWithin(actor, due),
    openedFrom ? gte(workItems.openedAt, new Date(openedFrom)) : undefined,
    openedBefore ? lt(workItems.openedAt, new Date(openedBefore)) : undefined,
    followUp && followUps[followUp],
    keys && sql`${workItems.runId} in ${runsOfPatient(actor, keys)}`,
    q ? matching(q) : undefined,
  )
  return { where, needsCase: q !== undefined }
}
