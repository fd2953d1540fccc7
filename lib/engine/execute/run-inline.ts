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
import { offloadCommit } from '../store/offload-commit.ts'
import { inRowBytes } from '../store/payloads.ts'
import { planOf, type Plan } from '../model/plan.ts'
import { runEnd, resultTaskKeys } from '../model/run-end.ts'
import { RunState } from '../model/run-state.ts'
import type { LeasedRun, TaskRow } from '../model/run.ts'
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
 * A run that came to its end before it was written: all of its tasks, its output, how long it
 * worked, and the attempts, of which nobody was told yet.
 */
export type InlineResult = {
  tasks: Awaited<ReturnType<typeof offloadCommit>>['added']
  output: unknown
  activeMs: number
  attempts: Attempt[]
}

/**
 * What a start may cost its process, which answers others too. Expressions cost what they name, so
 * their length and the 8 KB of start data bound the time (a few milliseconds at most); no clock is
 * looked at, so that the same start always goes the same way.
 */
const maxSteps = 50
const maxExpressions = 2048
const maxValues = 20_000
/** Characters of texts in what expressions make, before it is known to be small. */
const maxCharacters = 1_000_000
/** Characters of JSON of all inputs and outputs of a run. */
const maxWrittenCharacters = 64 * 1024
/** A definition whose runs were given up so often, one after the other, is left to the workers. */
const maxFailures = 3

/** By version, as long as this process knows it; null for those that are left to the workers. */
const plans = new WeakMap<Definition, { plan: Plan; failures: number } | null>()

/**
 * Whether every step only computes, at once, from what the start itself knows: not from the
 * workflow's name or the zone of the organization, which may change. A limited workflow has to be
 * asked whether there is room.
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
 * Works a run out before it is written, when all of its steps only compute: then its start and its
 * end are one commit, and no worker hears of it. Nobody else can know of the run yet, so there is
 * nothing to lease and nothing to be lost. Undefined when the run has to go through the queue: it
 * does more than compute, makes something large, needs JSONata after all, or does not complete,
 * which is for a worker to tell, and to write the mail.
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
  picture: RunState
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
  // A type that only computes asks for neither.
  const services: AttemptServices = {
    stepTypes,
    services: {} as StepServices,
    openConnection: async () => await Promise.reject(new Error('nothing is called ahead')),
  }
  const inline: InlineRun = {
    run,
    picture: runState,
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

/** One step; undefined when it did not simply give something small. */
async function executeStep(
  ready: TaskRow,
  { run, picture: runState, plan, definition, services, budget }: InlineRun,
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
  // What fails here fails again in a worker, which tells it.
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

/** Characters of its JSON. */
const sizeOf = (value: unknown): number => JSON.stringify(value ?? null).length
const isSmall = (value: unknown): boolean =>
  Buffer.byteLength(JSON.stringify(value ?? null)) <= inRowBytes

/** As a worker would find it, but for what no expression of it names. */
function newRunOf({
  runId,
  organizationId,
  workflowId,
  versionId,
  startData,
  trigger,
}: Start): LeasedRun {
  return {
    ...{
      id: runId,
      scopeId: runId,
      organizationId,
      workflowId,
      versionId,
      startData: startData ?? {},
      trigger,
      createdAt: instantOfId(runId),
    },
    ...{
      workflowName: '',
      organizationTimeZone: 'UTC',
      draftDefinition: null,
      plannedAt: null,
      leased: false,
      unwritten: true,
      isChild: false,
      suspect: false,
      limited: false,
      epoch: 0,
      revision: 0,
      depth: 0,
      activeMs: 0,
      loop: null,
    },
  }
}
