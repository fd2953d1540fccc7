import { eq, sql, type Column } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { CaseColumn } from '#lib/domain/run/case-name'
import type { Claim } from '#lib/contracts/runs/screens'

/** An open screen: a task that waits for a person. As the index `tasks_inbox` has it. */
export const isOpenScreen = sql`${tasks.status} = 'suspended'
  and ${tasks.state}->>'reason' = 'screen'`

/** The run around the loop whose item has the screen; joined by `isAround`. */
export const around = alias(runs, 'around')
export const isAround = eq(around.id, runs.scopeRunId)

/** Of the screen's own run, when that has a name, else of the run around its loop. */
const ofCase = <Value>(own: Column, outer: Column) =>
  sql<Value | null>`case when ${runs.title} is null then ${outer} else ${own} end`

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
  case: {
    title: ofCase<string>(runs.title, around.title),
    subtitle: ofCase<string>(runs.subtitle, around.subtitle),
    caseColumns: ofCase<CaseColumn[]>(runs.caseColumns, around.caseColumns),
  },
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
