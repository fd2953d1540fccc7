import type { z } from 'zod'
import type { Step } from '#lib/domain/workflow/definition'
import { ExpressionError } from '#lib/domain/expressions/expression-error'
import {
  expressionsIn,
  resolveConfig,
  type ComputeExpressions,
} from '#lib/domain/expressions/expressions'
import type { LogLine } from '#lib/domain/run/run'
import type { ConnectionKind, Effect } from '#lib/domain/statuses'
import { cutText, storableJson, storableText } from '#lib/domain/text'
import {
  PermanentStepError,
  StepError,
  type RunContext,
  type StepResult,
  type StepServices,
  type StepType,
} from '#lib/steps/define-step'
import { otherWorker } from '#lib/domain/worker-label'
import { titlesWithin } from '#lib/domain/workflow/field-titles'
import { metrics } from '#lib/metrics'
import { ownServing, serves } from '#lib/worker-labels'
import { inRunScope } from '#lib/caller-scope'
import { isTracing, traceAttempt, traceDoneAttempt } from '#lib/telemetry'
import { outcomeOfError, StepTimeoutError, type Outcome } from '../model/outcome.ts'
import { isRepeatable } from '../model/retry-policy.ts'
import type { LeasedRun, TaskRow } from '../model/run.ts'
import { storable } from '../model/storable.ts'
import { AttemptClock } from './attempt-clock.ts'

/** What attempts need of the product. It is passed in, so that the engine imports no provider. */
export type AttemptServices = {
  services: StepServices
  stepTypes: Map<string, StepType>
  /**
   * The port of the organization's connection with this slug. Its calls name the run and the task,
   * and wait for room inside `hold`. Throws `unknown_connection`.
   */
  openConnection(
    organizationId: string,
    kind: ConnectionKind,
    slug: string,
    caller: { runId: string; taskId: string; hold: AttemptClock['hold'] },
  ): Promise<unknown>
}

export type AttemptRequest = {
  run: LeasedRun
  step: Step
  task: TaskRow
  context: RunContext
  /** The label of the workers that the workflow is bound to. */
  workerLabel?: string | undefined
}

/** An attempt whose config is computed; nothing outside has been called. */
export type Prepared = AttemptRequest & {
  type: StepType
  effect: Effect
  /** The config with its expressions computed, before the type's schema; stored with the task. */
  input: unknown
  config: unknown
  connection: unknown
  clock: AttemptClock
  /**
   * The resume value, where the task's state does not have it: how child runs ended, or a large
   * answer.
   */
  answer?: unknown
}

const scopeOf = ({ run: { sandbox }, workerLabel }: AttemptRequest) => ({ sandbox, workerLabel })

const defaultTimeoutSeconds = 300
const maxLogLines = 200
const maxLogLength = 4000

/**
 * Computes the input of an attempt. An input that the task has already (a retry, an answered
 * screen, a call repeated after a crash) is used again, so that a repeated call with the same
 * idempotency key sends the same. Throws a `StepError` or `ApiError`.
 */
export async function prepareAttempt(
  { stepTypes, openConnection, services }: AttemptServices,
  request: AttemptRequest,
): Promise<Prepared> {
  const { step, task, context, run, workerLabel } = request
  const type = stepTypeOf(stepTypes, step, task)
  const compute: ComputeExpressions = async (sites, seen) =>
    await services.computeExpressions({
      organizationId: run.organizationId,
      workflowId: run.workflowId,
      expressions: sites,
      context: seen,
      now: run.createdAt,
      seed: task.id,
    })
  const input = task.input ?? storable(await resolvedConfig(step, type, context, compute))
  const config = parseConfig(type, input)
  const kind = type.info.connection
  const slug = (config as { connection?: unknown } | null)?.connection
  const clock = new AttemptClock()
  const isNeeded = type.info.connectionOptional !== true || Boolean(slug)
  const label = workerLabel ?? null
  if (kind && !isNeeded && !serves(ownServing(), label)) throw otherWorker(label)
  const connection =
    kind && isNeeded
      ? await inRunScope(scopeOf(request), () =>
          openConnection(run.organizationId, kind, String(slug ?? ''), {
            runId: run.id,
            taskId: task.id,
            hold: clock.hold,
          }),
        )
      : undefined
  return {
    ...request,
    type,
    effect: type.effectOf?.(config) ?? type.info.effect,
    input,
    config,
    connection,
    clock,
  }
}

/**
 * Expressions see the run's start as the time, so that a repeated attempt computes the same.
 * Deferred fields are left to the step.
 */
async function resolvedConfig(
  step: Step,
  type: StepType,
  context: RunContext,
  compute: ComputeExpressions,
): Promise<unknown> {
  const { deferred = [] } = type.info
  const isDeferred = ([field]: [string, unknown]): boolean => deferred.includes(field)
  try {
    if (deferred.length === 0) return await resolveConfig<unknown>(step.config, context, compute)
    const fields = Object.entries(step.config)
    const now = Object.fromEntries(fields.filter((field) => !isDeferred(field)))
    const values = await resolveConfig(now, context, compute)
    return { ...values, ...Object.fromEntries(fields.filter(isDeferred)) }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    const expression = expressionsIn(step.config).find(({ path }) => path === error.path)?.text
    throw new PermanentStepError('expression_failed', error.message, {
      path: error.path,
      code: error.code,
      expression,
    })
  }
}

/** What does not fit, after the name that the field has in the editor. */
function inWords(issue: z.core.$ZodIssue | undefined, type: StepType): string {
  if (!issue) return ''
  const name = titlesWithin(type.info.configSchema, issue.path.map(String)).join(' › ')
  return name === '' ? issue.message : `${name}: ${issue.message}`
}

/**
 * An expression that found nothing gives null; where the type takes a value or nothing, the null is
 * dropped.
 */
function parseConfig(type: StepType, input: unknown): unknown {
  const first = type.config.safeParse(input)
  if (first.success) return first.data
  const trimmed: unknown = structuredClone(input)
  for (const { path } of first.error.issues) dropNull(trimmed, path)
  const second = type.config.safeParse(trimmed)
  if (second.success) return second.data
  const issues = first.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  throw new PermanentStepError(
    'config_invalid',
    `The settings of this step do not fit. ${inWords(first.error.issues[0], type)}`,
    { issues },
  )
}

function dropNull(value: unknown, path: PropertyKey[]): void {
  const [name, ...rest] = path
  if (typeof value !== 'object' || value === null || name === undefined) return
  const fields = value as Record<PropertyKey, unknown>
  if (rest.length > 0) dropNull(fields[name], rest)
  else if (fields[name] === null && !Array.isArray(value)) delete fields[name]
}

/**
 * During a rolling deploy, old workers meet step types, or versions of them, that only new ones
 * know: such a task waits and its run goes back to the queue, until a worker that knows the type
 * has it. After this long the type is gone, and the task fails. New workers take old definitions,
 * since every later version of a type takes the settings of earlier ones.
 */
const missingTypeMs = 15 * 60_000

function stepTypeOf(stepTypes: Map<string, StepType>, step: Step, { state }: TaskRow): StepType {
  const type = stepTypes.get(step.type)
  const { typeVersion = 1 } = step
  if (type && type.info.version >= typeVersion) return type
  const waited =
    state?.waitsFor === 'step-type' ? Date.now() - Date.parse(String(state.waitsSince)) : 0
  const Failure = waited > missingTypeMs ? PermanentStepError : StepError
  throw new Failure(
    'unknown_step_type',
    `There is no step type "${step.type}"${type ? ` of version ${typeVersion}` : ''}.`,
    { type: step.type, version: typeVersion },
  )
}

/**
 * Runs a prepared attempt within its step's time limit, and aborts it by the controller at the
 * limit. Never throws. A step that ignores the signal is left behind.
 */
export async function performAttempt(
  services: AttemptServices,
  prepared: Prepared,
  controller: AbortController,
): Promise<Outcome> {
  const started = performance.now()
  const outcome = isTracing()
    ? await performTraced(services, prepared, controller)
    : await performUnrecorded(services, prepared, controller)
  metrics.taskSeconds.observe(
    { type: prepared.step.type, outcome: outcome.kind },
    (performance.now() - started) / 1000,
  )
  return outcome
}

async function performTraced(
  services: AttemptServices,
  prepared: Prepared,
  controller: AbortController,
): Promise<Outcome> {
  const failureOf = (outcome: Outcome) => ('failure' in outcome ? outcome.failure.code : undefined)
  return await traceAttempt(
    prepared.run.id,
    prepared.step.type,
    attributesOf(prepared),
    async () => await performUnrecorded(services, prepared, controller),
    failureOf,
  )
}

const attributesOf = ({ run, step, task, effect }: Prepared) => ({
  'rounds.run': run.id,
  'rounds.task': task.id,
  'rounds.step': step.id,
  'rounds.step_type': step.type,
  'rounds.attempt': task.attempt,
  'rounds.effect': effect,
})

/** Records in metrics and traces an attempt of `performUnrecorded` that succeeded. */
export function recordAttempt(prepared: Prepared, startedAt: Date, endedAt: Date): void {
  metrics.taskSeconds.observe(
    { type: prepared.step.type, outcome: 'done' },
    (endedAt.getTime() - startedAt.getTime()) / 1000,
  )
  traceDoneAttempt(prepared.run.id, prepared.step.type, attributesOf(prepared), startedAt, endedAt)
}

/**
 * `performAttempt` without metrics and traces, for when it is not certain yet that the attempt
 * counts.
 */
export async function performUnrecorded(
  { services }: AttemptServices,
  prepared: Prepared,
  controller: AbortController,
): Promise<Outcome> {
  const { run, step, task, context, type, effect, config, connection, clock } = prepared
  const logs: LogLine[] = []
  const seconds = step.timeoutSeconds ?? type.info.timeoutSeconds ?? defaultTimeoutSeconds
  let expired = false
  const execution = {
    config,
    context,
    run: {
      id: run.id,
      organizationId: run.organizationId,
      startedAt: run.createdAt,
      depth: run.depth,
    },
    task: { id: task.id, stepId: step.id, attempt: task.attempt },
    idempotencyKey: `${run.id}:${task.id}`,
    mayHaveHappened: task.state?.mayHaveHappened === true,
    signal: controller.signal,
    connection: connection as undefined,
    services,
    log({ level, message }: LogLine): void {
      if (logs.length < maxLogLines)
        logs.push({ level, message: storableText(cutText(message, maxLogLength)) })
    },
  }
  try {
    const result = await new Promise<StepResult<unknown>>((resolve, reject) => {
      clock.start(seconds * 1000, () => {
        expired = true
        controller.abort()
        reject(new StepTimeoutError(seconds))
      })
      inRunScope(scopeOf(prepared), () => call(type, execution, prepared)).then(resolve, reject)
    })
    if (result.kind === 'suspended')
      return { ...result, suspension: storableJson(result.suspension), logs }
    const via = result.via === undefined ? null : storableText(result.via)
    return { kind: 'done', output: storable(result.output), via, named: result.named, logs }
  } catch (error) {
    if (error instanceof StepError) for (const line of error.logs) execution.log(line)
    const cause = expired ? new StepTimeoutError(seconds) : error
    return outcomeOfError(cause, {
      runId: run.id,
      taskId: task.id,
      stepId: step.id,
      attempt: task.attempt,
      effect,
      repeatable: isRepeatable(step),
      called: true,
      abandoned: controller.signal.aborted && !expired,
      logs,
    })
  } finally {
    clock.end()
  }
}

async function call(
  type: StepType,
  execution: Parameters<StepType['execute']>[0],
  { task, answer: loaded }: Prepared,
) {
  if (!task.resuming) return await type.execute(execution)
  if (!type.resume)
    throw new PermanentStepError(
      'cannot_resume',
      `The step type "${type.info.type}" waits but cannot go on.`,
    )
  const { answer, ...state } = task.state ?? {}
  return await type.resume({ ...execution, answer: loaded ?? answer, state })
}
