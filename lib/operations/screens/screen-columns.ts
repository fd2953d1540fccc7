import { eq, sql, type Column } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { runs, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { CaseColumn } from '#lib/domain/run/case-name'
import type { Claim } from '#lib/contracts/runs/screens'

/** An open screen: a task that waits for a person. As the indexes of `tasks` have it. */
export const isOpenScreen = sql`${tasks.status} = 'suspended'
  and ${tasks.state}->>'reason' = 'screen'`

/** The run around the loop whose item has the screen; joined by `isAround`. */
export const around = alias(runs, 'around')
export const isAround = eq(around.id, runs.scopeRunId)

/** Of the screen's own run, when that has a name, else of the run around its loop. */
const nearest = <Value>(own: Column, outer: Column) =>
  sql<Value | null>`case when ${runs.title} is null then ${outer} else ${own} end`

/** The name of the case. Needs `runs` and `around`. */
export const ofCase = {
  title: nearest<string>(runs.title, around.title),
  subtitle: nearest<string>(runs.subtitle, around.subtitle),
  caseColumns: nearest<CaseColumn[]>(runs.caseColumns, around.caseColumns),
  patientKey: sql<string | null>`coalesce(${runs.patientKey}, ${around.patientKey})`,
}

/** What belongs to the work and not to the screen. */
export const workOf = {
  // First what is never null: drizzle takes a joined row for missing when its first column is.
  taskId: workItems.taskId,
  senderId: workItems.senderId,
  senderName: workItems.senderName,
  note: workItems.note,
  assignedForId: workItems.assignedForId,
  assignedForName: workItems.assignedForName,
  assignedForUntil: workItems.assignedForUntil,
  dueAt: workItems.dueAt,
  followUpAt: workItems.followUpAt,
}

export const screenColumns = {
  taskId: tasks.id,
  runId: tasks.runId,
  stepId: tasks.stepId,
  title: sql<string>`coalesce(${tasks.state}->>'title', ${tasks.title})`,
  priority: tasks.priority,
  openedAt: sql<string>`to_char(coalesce(${tasks.startedAt},
    ${tasks.createdAt}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  claimedBy: tasks.claimedBy,
  claimedByName: tasks.claimedByName,
  claimedAt: tasks.claimedAt,
  workflow: { id: workflows.id, slug: workflows.slug, name: workflows.name },
  startedBy: runs.startedBy,
  case: ofCase,
}

type ClaimRow = { claimedBy: string | null; claimedByName: string | null; claimedAt: Date | null }

/** The claim of a screen as the caller sees it. */
export function claimOf(row: ClaimRow, actor: Actor): Claim | null {
  if (!row.claimedBy || !row.claimedAt) return null
  return {
    userId: row.claimedBy,
    name: row.claimedByName ?? 'Somebody',
    at: row.claimedAt.toISOString(),
    mine: row.claimedBy === actor.id,
  }
}
