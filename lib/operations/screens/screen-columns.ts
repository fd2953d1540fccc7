import { sql } from 'drizzle-orm'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Claim } from '#lib/contracts/runs/screens'

/** An open screen: a task that waits for a person. As the index `tasks_inbox` has it. */
export const isOpenScreen = sql`${tasks.status} = 'suspended'
  and ${tasks.state}->>'reason' = 'screen'`

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
