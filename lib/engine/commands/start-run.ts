import type { Tx } from '#db/client'
import type { Definition } from '#lib/domain/workflow/definition'
import { caseNameOf } from '#lib/domain/run/case-name'
import type { Effect, RunTrigger } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import { admitStart } from './admission.ts'
import { hasLongBacklog, queuePriority } from '../store/commits/fairness.ts'
import { faultPoint } from '../store/fault-points.ts'
import { firstTasksOf, storeFirstTasks } from '../store/first-tasks.ts'
import { copyPayloads, insertPayloads, offloadStartData } from '../store/payloads.ts'
import { deterministicTaskId } from '../model/task-id.ts'
import { priorities } from '../store/lock-run.ts'
import { startRuns, type NewRun } from '../store/commits/start-runs.ts'

/** A result that a new run takes over from an earlier one instead of computing it again. */
export type CarriedTask = {
  status: 'completed' | 'skipped'
  output: unknown
  outputRef: string | null
  input: unknown
  inputRef: string | null
  via: string | null
  effect: Effect
  attempt: number
  startedAt: Date | null
  finishedAt: Date | null
}

type Start = {
  /** Its id, when the caller has already announced it; else a new one. */
  runId?: string | undefined
  organizationId: string
  workflowId: string
  /**
   * The version to run; null for a test run of the draft, whose definition is then stored with the
   * run.
   */
  versionId: string | null
  /** That version's definition, or the draft. */
  definition: Definition
  startData: unknown
  trigger: RunTrigger
  /** The name that is shown as the starter. */
  startedBy: string | null
  startedByUserId: string | null
  /** It reaches sandbox connections only; false when left out. */
  sandbox?: boolean | undefined
  retriedFromRunId?: string
  /** One of `priorities`; `normal` when left out. */
  priority?: number
  /** The instant that a schedule planned the run for. */
  plannedAt?: Date
  carriedTasks?: Map<string, CarriedTask>
  /** The run whose large values they name; `retriedFromRunId` when left out. */
  payloadsOf?: string
}

/** A run may have to be admitted, and the first tasks of its version stored again. */
const maxTries = 3

/**
 * Starts a run inside the caller's transaction: the run, with one task for each step that is not a
 * handler, and its first turn in the queue. The first commit of that turn writes the rows of the
 * tasks; until then they are those of `unwritten_tasks`. A test run and a retry start with rows.
 * The caller must have checked the definition and the start data. Throws `workflow_paused`, and
 * `workflow_busy` when the workflow's limit is reached and its settings say to skip; with `queue`
 * the run waits, suspended, for its slot.
 */
export async function startRun(tx: Tx, start: Start): Promise<{ runId: string }> {
  const { organizationId, versionId, definition, priority = priorities.normal } = start
  const { runId = newId() } = start
  const version =
    versionId !== null && !start.carriedTasks?.size
      ? { organizationId, versionId, definition }
      : undefined
  const run = await newRunOf(tx, runId, start, version)
  const admit = async (): Promise<void> => {
    const { workflowId } = start
    run.slot = await admitStart(tx, { organizationId, workflowId, counted: versionId !== null })
    run.admitted = true
    if (run.slot !== 'waiting') run.queuePlace = await queuePriority(tx, organizationId, priority)
  }
  const write = async () => {
    const [answer] = await startRuns({ organizationId, priority, runs: [run] }, { tx })
    return answer?.refusal ?? null
  }
  // Usually one statement is enough: the workflow is asked for room only when it may refuse, or
  // when its organization's backlog is too long to be counted at each start.
  if (hasLongBacklog(organizationId, priority)) await admit()
  let refusal = await write()
  for (let tries = 1; refusal !== null && tries < maxTries; tries++) {
    if (refusal === 'no-first-tasks' && version) await storeFirstTasks(tx, version, { again: true })
    else await admit()
    refusal = await write()
  }
  if (refusal !== null)
    throw new Error(`the run of workflow ${start.workflowId} was not started: ${refusal}`)
  faultPoint('before-start')
  return { runId }
}

/** Prepares the new run, and writes its large values and first tasks. */
async function newRunOf(
  tx: Tx,
  runId: string,
  start: Start,
  version: Parameters<typeof storeFirstTasks>[1] | undefined,
): Promise<NewRun> {
  const { organizationId, versionId, definition } = start
  const { row: large, ...startData } = await offloadStartData(runId, start.startData ?? {})
  if (large) await insertPayloads(tx, organizationId, [large])
  const { payloadsOf = start.retriedFromRunId } = start
  if (payloadsOf) await copyPayloads(tx, payloadsOf, runId, refsOf(start.carriedTasks))
  const unwritten = version !== undefined && (await storeFirstTasks(tx, version))
  return {
    ...startData,
    id: runId,
    workflowId: start.workflowId,
    slug: null,
    versionId,
    asPublished: false,
    admitted: false,
    slot: null,
    draft: versionId === null ? JSON.stringify(definition) : null,
    plannedAt: start.plannedAt ?? null,
    trigger: start.trigger,
    startedBy: start.startedBy,
    startedByUserId: start.startedByUserId,
    sandbox: start.sandbox ?? false,
    ...caseNameOf(definition, start.startData),
    retriedFromRunId: start.retriedFromRunId ?? null,
    unwritten,
    tasks: unwritten ? [] : tasksOf(runId, start),
    queuePlace: null,
    leaseWorker: null,
    left: null,
    expected: null,
    audit: null,
    key: null,
  }
}

function refsOf(carriedTasks: Start['carriedTasks']): string[] {
  return [...(carriedTasks?.values() ?? [])]
    .flatMap(({ inputRef, outputRef }) => [inputRef, outputRef])
    .filter((ref) => ref !== null)
}

/**
 * The task rows that the run starts with. The effect of a type is known when the task first runs;
 * until then `unsafe` is assumed.
 */
function tasksOf(runId: string, { definition, carriedTasks }: Start): NewRun['tasks'] {
  return firstTasksOf(definition).map(({ position, key, stepType, title, priority, status }) => {
    const task = {
      id: deterministicTaskId(runId, key, position),
      key,
      stepId: key,
      handlesStepId: null,
      stepType,
      title,
      effect: 'unsafe' as const,
      status,
      priority,
      attempt: 0,
      via: null,
      error: null,
      state: null,
      dueAt: null,
      resuming: false,
      startedAt: null,
      finishedAt: null,
      input: null,
      logs: [],
    }
    const carried = carriedTasks?.get(key)
    return carried ? { ...task, ...carriedFields(carried) } : task
  })
}

function carriedFields({ status, via, effect, attempt, ...carried }: CarriedTask) {
  const { input, inputRef, output, outputRef, startedAt, finishedAt } = carried
  return {
    status,
    via,
    effect,
    attempt,
    startedAt,
    finishedAt,
    input,
    inputRef: inputRef ?? undefined,
    output: outputOf(output, outputRef),
  }
}

function outputOf(
  value: unknown,
  ref: string | null,
): { value: unknown } | { ref: string } | undefined {
  if (ref !== null) return { ref }
  return value === null ? undefined : { value }
}
