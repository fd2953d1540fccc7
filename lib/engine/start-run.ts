import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import type { Definition } from '#lib/domain/definition'
import { runTitle } from '#lib/domain/run-title'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId, newId } from '#lib/ids'
import { admitStart } from './admission.ts'
import { queuePriority } from './fairness.ts'
import { faultPoint } from './fault-points.ts'
import { copyPayloads, insertPayloads, keepStartData } from './payloads.ts'
import { planOf } from './plan.ts'
import { enqueueRun, priorities } from './wake-run.ts'

/** A result that a new run takes over from an earlier one instead of working it out again. */
export type CarriedTask = {
  status: 'completed' | 'skipped'
  output: unknown
  outputRef: string | null
  input: unknown
  inputRef: string | null
  via: string | null
  effect: string
  attempt: number
  startedAt: Date | null
  finishedAt: Date | null
}

type Start = {
  organizationId: string
  workflowId: string
  /** The version to run; null for a test run of the draft, whose definition is then kept with the run. */
  versionId: string | null
  /** That version's definition, or the draft. */
  definition: Definition
  startData: unknown
  trigger: RunTrigger
  /** Name shown as who started it. */
  startedBy: string | null
  startedByUserId: string | null
  retriedFromRunId?: string
  /** One of `priorities`; `normal` when left out. */
  priority?: number
  /** The instant that a schedule planned the run for. */
  plannedAt?: Date
  carriedTasks?: Map<string, CarriedTask>
}

/**
 * Starts a run inside the caller's transaction: the run, one task for each step that is not a handler, and its first turn in the queue.
 * Checks neither the definition nor the start data: the caller has. Throws `workflow_paused`, and `workflow_busy` when the workflow's limit is reached and
 * its settings say to skip; with `queue` the run waits, suspended, for its turn.
 */
export async function startRun(tx: Tx, start: Start): Promise<{ runId: string }> {
  const { organizationId, workflowId, priority = priorities.normal } = start
  const slot = await admitStart(tx, { organizationId, workflowId, counted: start.versionId !== null })
  const place = slot === 'waiting' ? null : await queuePriority(tx, organizationId, priority)
  const runId = newId()
  const { row: large, ...startData } = await keepStartData(runId, start.startData ?? {})
  if (large) await insertPayloads(tx, organizationId, [large])
  const refs = [...(start.carriedTasks?.values() ?? [])].flatMap(({ inputRef, outputRef }) => [inputRef, outputRef]).filter((ref) => ref !== null)
  if (start.retriedFromRunId) await copyPayloads(tx, start.retriedFromRunId, runId, refs)
  await tx.insert(runs).values({
    id: runId,
    organizationId: start.organizationId,
    workflowId: start.workflowId,
    versionId: start.versionId,
    draftDefinition: start.versionId === null ? start.definition : null,
    status: slot === 'waiting' ? 'suspended' : 'running',
    slot,
    priority,
    plannedAt: start.plannedAt ?? null,
    trigger: start.trigger,
    startedBy: start.startedBy,
    startedByUserId: start.startedByUserId,
    title: runTitle(start.definition.settings.runTitle, start.startData),
    ...startData,
    retriedFromRunId: start.retriedFromRunId ?? null,
    // The same instant as its id's, by which lists are ordered and months are told apart.
    createdAt: instantOfId(runId),
  })
  const rows = planOf(start.definition).order.map(({ step }) => {
    const carried = start.carriedTasks?.get(step.id)
    return {
      id: newId(),
      step_id: step.id,
      step_type: step.type,
      title: step.title,
      // What a type does to the world is written when the task first runs; until then the careful assumption stands.
      effect: carried?.effect ?? 'unsafe',
      status: carried?.status ?? (step.after.length === 0 ? 'pending' : 'waiting-dependencies'),
      attempt: carried?.attempt ?? 0,
      input: carried?.input,
      input_ref: carried?.inputRef,
      output: carried?.output,
      output_ref: carried?.outputRef,
      via: carried?.via,
      priority: step.priority ?? 0,
      started_at: carried?.startedAt,
      finished_at: carried?.finishedAt,
    }
  })
  if (rows.length > 0)
    await tx.execute(sql`
      insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status, attempt, input, input_ref, output, output_ref, via, priority, started_at, finished_at)
      select id, ${start.organizationId}::uuid, ${runId}::uuid, step_id, step_id, step_type, title, effect, status, attempt, input, input_ref, output, output_ref, via, priority, started_at, finished_at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(
        id uuid, step_id text, step_type text, title text, effect text, status text, attempt integer, input jsonb, input_ref text, output jsonb, output_ref text, via text,
        priority integer, started_at timestamptz, finished_at timestamptz)`)
  if (place !== null) await enqueueRun(tx, runId, place)
  faultPoint('before-start')
  return { runId }
}
