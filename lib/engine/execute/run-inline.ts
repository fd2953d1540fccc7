import { performance } from 'node:perf_hooks'
import type { Definition } from '#lib/domain/workflow/definition'
import {
  configReferences,
  expressionsIn,
  isPlain,
  resolveAtOnce,
} from '#lib/domain/expressions/expressions'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId } from '#lib/ids'
import type { StepServices, StepType } from '#lib/steps/define-step'
import {
  performUnrecorded,
  prepareAttempt,
  type AttemptServices,
  type Prepared,
} from './attempt.ts'
import { retryPolicyOf } from '../model/retry-policy.ts'
import { runContext, visibleOutputsOf } from '../model/context.ts'
import { offloadCommit } from '../store/commits/offload-commit.ts'
import { inRowBytes } from '../store/payloads.ts'
import { planOf, type Plan } from '../model/plan.ts'
import { runEnd, resultTaskKeys } from '../model/run-end.ts'
import { RunState } from '../model/run-state.ts'
import { unstarted, type LeasedRun, type TaskRow } from '../model/run.ts'
import { storable } from '../model/storable.ts'

type Start = {
  runId: string
  organizationId: string
  workflowId: string
  versionId: string
  definition: Definition
  startData: unknown
  trigger: RunTrigger
}
type Attempt = { prepared: Prepared; startedAt: Date; endedAt: Date }

/**
 * A run that ended before it was written: its tasks, its output, how long it worked, and its
 * attempts, which are not recorded yet.
 */
export type InlineResult = {
  tasks: Awaited<ReturnType<typeof offloadCommit>>['added']
  output: unknown
  activeMs: number
  attempts: Attempt[]
}

/**
 * Limits of what a start may cost its process, which answers other requests too. The cost of an
 * expression depends on what it names, so its length and the 8 KB of start data limit the time (a
 * few milliseconds at most). No clock decides, so the same start always takes the same way.
 */
const maxSteps = 50
const maxExpressions = 2048
const maxValues = 20_000
/** Characters of texts that expressions make, counted before the result is known to be small. */
const maxCharacters = 1_000_000
/** Characters of JSON of all inputs and outputs of a run. */
const maxWrittenCharacters = 64 * 1024
/** After so many inline runs given up in a row, a definition's runs go through the queue. */
const maxFailures = 3

/**
 * By version, while this process remembers it; null for versions whose runs go through the queue.
 */
const plans = new WeakMap<Definition, { plan: Plan; failures: number } | null>()

/**
 * Whether every step computes at once, from values that the start has: not from the workflow's name
 * or the organization's time zone, which may change. A limited workflow has to be asked for room
 * first.
 */
function onlyComputes({ steps, settings }: Definition, stepTypes: Map<string, StepType>): boolean {
  if (settings.concurrency || steps.length > maxSteps) return false
  if (steps.some(({ config }) => JSON.stringify(config).length > inRowBytes)) return false
  if (
    steps
      .flatMap(({ config }) => expressionsIn(config))
      .reduce((sum, { text }) => sum + text.length, 0) > maxExpressions
  )
    return false
  return steps.every(({ type, typeVersion = 1, config }) => {
    const known = stepTypes.get(type)
    return (
      known?.immediate === true &&
      known.info.version >= typeVersion &&
      expressionsIn(config).every(({ text }) => isPlain(text)) &&
      !configReferences(config).run
    )
  })
}

function inlinePlanOf(
  definition: Definition,
  stepTypes: Map<string, StepType>,
): { plan: Plan; failures: number } | null {
  const known = plans.get(definition)
  if (known !== undefined) return known
  const planned = onlyComputes(definition, stepTypes)
    ? { plan: planOf(definition), failures: 0 }
    : null
  plans.set(definition, planned)
  return planned
}

/**
 * Executes a run before it is written, when all of its steps only compute: then its start and its
 * end are one commit, and no worker is needed. No other process can know of the run yet, so there
 * is nothing to lease and nothing to lose. Undefined when a worker has to execute the run: it does
 * more than compute, makes something large, needs JSONata, or does not complete.
 */
export async function runInline(
  start: Start,
  stepTypes: Map<string, StepType>,
): Promise<InlineResult | undefined> {
  const planned = inlinePlanOf(start.definition, stepTypes)
  if (!planned) return undefined
  const result = await executeInline(start, planned.plan, stepTypes)
  planned.failures = result ? 0 : planned.failures + 1
  if (planned.failures >= maxFailures) plans.set(start.definition, null)
  return result
}

type InlineRun = {
  run: LeasedRun
  runState: RunState
  plan: Plan
  definition: Definition
  services: AttemptServices
  budget: { values: number; characters: number; written: number }
}

async function executeInline(
  start: Start,
  plan: Plan,
  stepTypes: Map<string, StepType>,
): Promise<InlineResult | undefined> {
  const started = performance.now()
  const { definition } = start
  const run = newRunOf(start)
  const runState = new RunState(plan, run.id, [])
  // Step types that only compute use neither.
  const services: AttemptServices = {
    stepTypes,
    services: {} as StepServices,
    openConnection: async () => await Promise.reject(new Error('an inline run calls nothing')),
  }
  const inline: InlineRun = {
    run,
    runState,
    plan,
    definition,
    services,
    budget: { values: maxValues, characters: maxCharacters, written: maxWrittenCharacters },
  }
  const attempts: Attempt[] = []
  for (;;) {
    const finish = runState.applyDecisions(new Date())
    if (finish) {
      if (finish.status !== 'completed' || finish.failed !== undefined) return undefined
      const outputs = new Map(
        resultTaskKeys(run, plan, runState.tasks)
          .filter((key) => runState.hasOutput(key))
          .map((key) => [key, runState.outputs.get(key)]),
      )
      const { output } = runEnd(run, { definition, plan }, runState.tasks, outputs, finish).run
      if (!isSmall(output)) return undefined
      const { added } = await offloadCommit(run.id, {
        changed: [],
        children: [],
        added: runState.takeWrites(true).added,
      })
      return { tasks: added, output, activeMs: Math.round(performance.now() - started), attempts }
    }
    const [next] = runState.ready(new Date())
    const attempt = next && (await executeStep(next, inline))
    if (!attempt) return undefined
    attempts.push(attempt)
  }
}

/** Executes one step; undefined when its output is not small, or there is none. */
async function executeStep(
  ready: TaskRow,
  { run, runState, plan, definition, services, budget }: InlineRun,
): Promise<Attempt | undefined> {
  const step = plan.steps.get(ready.stepId)
  const type = step && services.stepTypes.get(step.type)
  if (!step || !type) return undefined
  const startedAt = new Date()
  const task = { ...runState.start(ready.key, type.info.effect, startedAt) }
  const outputs = visibleOutputsOf(plan, definition, run, step, type, task)
    .own.filter((key) => runState.hasOutput(key))
    .map((key): [string, unknown] => [key, runState.outputs.get(key)])
  const context = runContext(run, definition.settings.timeZone, outputs, task.key, null)
  const resolved = resolveAtOnce(step.config, context, budget)
  if (resolved === undefined || !isSmall(resolved)) return undefined
  // A failure happens again in a worker, which records it.
  const prepared = await prepareAttempt(services, {
    run,
    step,
    task: { ...task, input: storable(resolved) },
    context,
  }).catch(() => undefined)
  const outcome = prepared && (await performUnrecorded(services, prepared, new AbortController()))
  if (!prepared || outcome?.kind !== 'done' || !isSmall(outcome.output)) return undefined
  budget.written -= sizeOf(prepared.input) + sizeOf(outcome.output)
  const endedAt = new Date()
  runState.apply(task.key, outcome, prepared.input, retryPolicyOf(step, type), endedAt)
  return budget.written < 0 ? undefined : { prepared, startedAt, endedAt }
}

/** The number of characters of the value's JSON. */
const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length
const isSmall = (value: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(value ?? null)) <= inRowBytes

/** The run as a worker would load it, without values that no expression of it names. */
function newRunOf({
  runId,
  organizationId,
  workflowId,
  versionId,
  startData,
  trigger,
}: Start): LeasedRun {
  return {
    id: runId,
    scopeId: runId,
    organizationId,
    workflowId,
    versionId,
    startData: startData ?? {},
    trigger,
    createdAt: instantOfId(runId),
    workflowName: '',
    organizationTimeZone: 'UTC',
    unwritten: true,
    ...unstarted,
  }
}
