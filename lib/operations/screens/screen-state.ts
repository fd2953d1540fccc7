import { sql } from 'drizzle-orm'
import { files } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import type { ScreenEvent } from '#lib/contracts/runs/screens'
import type { TaskStatus } from '#lib/domain/statuses'
import type { TaskState } from '#lib/domain/run/task-state'
import { claimOf, screenColumns } from './screen-columns.ts'

/** Also of a screen that was completed or cancelled. */
export const isScreen = sql`${tasks.state}->>'reason' = 'screen'`

/** What changes on a screen while somebody looks at it, and what decides who may look. */
export const changingColumns = {
  status: tasks.status,
  state: tasks.state,
  claimedBy: screenColumns.claimedBy,
  claimedByName: screenColumns.claimedByName,
  claimedAt: screenColumns.claimedAt,
  completedBy: tasks.completedBy,
  finishedAt: tasks.finishedAt,
  // Who cancels a run cancels its tasks with it.
  cancelled: sql<string | null>`case when ${tasks.status} = 'cancelled' then
    coalesce(${tasks.error}->>'message', ${runs.error}->>'message', 'It was cancelled.') end`,
  // Those that people added (`run-files.ts`). Their number alone is the same after an exchange.
  filesRevision: sql<string>`(select concat(count(*), ' ', max(${files.id}::text)) from ${files}
    where ${files.runId} = coalesce(${runs.scopeRunId}, ${runs.id})
      and ${files.createdById} is not null)`,
}

type Changing = {
  status: TaskStatus
  state: TaskState | null
  claimedBy: string | null
  claimedByName: string | null
  claimedAt: Date | null
  completedBy: string | null
  finishedAt: Date | null
  cancelled: string | null
  filesRevision: string
}

/** The changing part of a screen as the caller sees it. */
export function changingOf(row: Changing, actor: Actor): ScreenEvent {
  const { status, completedBy, finishedAt, cancelled, filesRevision } = row
  return {
    status,
    claim: claimOf(row, actor),
    completedBy,
    finishedAt: finishedAt?.toISOString() ?? null,
    cancelled,
    filesRevision,
  }
}
