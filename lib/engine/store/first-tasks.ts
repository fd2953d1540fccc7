import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import { runs } from '#db/schema/runs'
import type { Definition } from '#lib/domain/workflow/definition'
import { planOf } from '../model/plan.ts'

/**
 * A task as every run of a definition starts with it. Each step has one, except handlers and steps
 * in the body of a loop.
 */
type FirstTask = {
  position: number
  key: string
  stepType: string
  title: string
  priority: number
  status: 'pending' | 'waiting-dependencies'
}

export function firstTasksOf(definition: Definition): FirstTask[] {
  return planOf(definition).order.map(({ key, step }, position) => {
    const { type: stepType, title, priority = 0 } = step
    return {
      position,
      key,
      stepType,
      title,
      priority,
      status: step.after.length === 0 ? 'pending' : 'waiting-dependencies',
    }
  })
}

/**
 * Versions whose first tasks this process has stored. A start checks that they exist, since the
 * transaction that wrote them may have been rolled back.
 */
const storedVersions = new Set<string>()
const maxSeen = 10_000

type Version = { organizationId: string; versionId: string; definition: Definition }

/**
 * Stores the first tasks of a version in the table `first_tasks`; with `again` also when this
 * process has stored them before. False when the definition has no steps.
 */
export async function storeFirstTasks(
  tx: Tx,
  { organizationId, versionId, definition }: Version,
  { again: force = false } = {},
): Promise<boolean> {
  if (!force && storedVersions.has(versionId)) return true
  const first = firstTasksOf(definition)
  if (first.length === 0) return false
  await runPrepared(
    tx,
    'store-first-tasks',
    `insert into first_tasks (version_id, position, organization_id, key, step_type, title, status,
      priority)
     select $1::uuid, position, $2::uuid, key, "stepType", title, status, priority
     from jsonb_to_recordset($3::jsonb) as row(position integer, key text, "stepType" text,
       title text, status text, priority integer)
     on conflict do nothing`,
    [versionId, organizationId, JSON.stringify(first)],
  )
  if (storedVersions.size >= maxSeen) storedVersions.clear()
  storedVersions.add(versionId)
  return true
}

const columns = sql.raw(
  'id, organization_id, run_id, key, step_id, step_type, title, effect, status, ' +
    'attempt, priority, created_at',
)

/**
 * Writes the task rows of a locked run that is `unwritten`, because it is changed before its first
 * turn wrote them.
 */
export async function writeFirstTasks(tx: Tx, runId: string): Promise<void> {
  await tx.execute(
    sql`insert into tasks (${columns}) select ${columns} from unwritten_tasks
      where run_id = ${runId}::uuid`,
  )
  await tx.update(runs).set({ unwritten: false }).where(eq(runs.id, runId))
}
