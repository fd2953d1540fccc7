import type { Definition, Step } from '#lib/domain/workflow/definition'
import { configReferences } from '#lib/domain/expressions/expressions'
import { graphOf, upstreamOf } from '#lib/domain/workflow/graph'
import { referenceOf } from '#lib/domain/run/reference'
import type { Failure } from '#lib/domain/run/run'
import type { RunContext, StepType } from '#lib/steps/define-step'
import { ancestorsOf, type Plan } from './plan.ts'
import type { LeasedRun, TaskRow } from './run.ts'
import { stepsInCode } from './steps-in-code.ts'

/**
 * The outputs that an attempt may read: `own` are keys in its run; `outer` are ids of steps around
 * the loop whose body it belongs to.
 */
export type VisibleOutputs = { prefix: string; own: string[]; outer: string[] }

/**
 * The tasks whose outputs an attempt needs: those that its expressions and its code name. Code or
 * an expression that computes a name may read every step before it; the code of an on_failure
 * handler may read every step.
 */
export function visibleOutputsOf(
  plan: Plan,
  definition: Definition,
  run: LeasedRun,
  step: Step,
  type: StepType | undefined,
  task: Pick<TaskRow, 'key' | 'handlesStepId'>,
): VisibleOutputs {
  const prefix = task.key.slice(0, task.key.indexOf(':') + 1)
  const names = namesIn(step, type)
  if (names) {
    const own = names.filter((id) => plan.positions.has(prefix + id))
    return {
      prefix,
      own: own.map((id) => prefix + id),
      outer: run.loop ? names.filter((id) => !own.includes(id)) : [],
    }
  }
  const all =
    task.handlesStepId === null
      ? [...ancestorsOf(plan, [task.key])]
      : [...plan.positions.keys()].filter((key) => key.startsWith(prefix))
  return {
    prefix,
    own: all,
    outer: run.loop ? [...upstreamOf(graphOf(definition.steps), run.loop.stepId)] : [],
  }
}

/** Steps never change once a run can have them, so each is read once. */
const read = new WeakMap<Step, string[] | 'all'>()

function namesIn(step: Step, type: StepType | undefined): string[] | undefined {
  const known = read.get(step) ?? readNames(step, type) ?? 'all'
  read.set(step, known)
  return known === 'all' ? undefined : known
}

function readNames(step: Step, type: StepType | undefined): string[] | undefined {
  const references = configReferences(step.config)
  if (references.allSteps) return undefined
  if (type?.info.category !== 'Code') return references.steps
  const texts = Object.values(step.config)
  const inCode = texts.map((text) =>
    typeof text === 'string' && text.includes('export') ? stepsInCode(text) : [],
  )
  // Code that an expression computes is not known yet.
  const known = texts.some((text) => typeof text === 'string' && text.includes('export'))
  return known && inCode.every((names) => names !== undefined)
    ? [...new Set([...references.steps, ...inCode.flatMap((names) => names ?? [])])]
    : undefined
}

type RunFields = RunContext['run']
/** A run's own fields stay the same for all of its attempts. */
const fieldsOf = new WeakMap<LeasedRun, RunFields>()

function runFields(run: LeasedRun, timeZone: string | undefined): RunFields {
  const known = fieldsOf.get(run)
  if (known) return known
  const fields: RunFields = Object.freeze({
    id: run.scopeId,
    reference: referenceOf(run.scopeId),
    workflowId: run.workflowId,
    workflowName: run.workflowName,
    startedAt: run.createdAt.toISOString(),
    plannedAt: (run.plannedAt ?? run.createdAt).toISOString(),
    trigger: run.trigger,
    timeZone: timeZone ?? run.organizationTimeZone,
  })
  fieldsOf.set(run, fields)
  return fields
}

/** The context of expressions and code. `outputs` are by step id. */
export function runContext(
  run: LeasedRun,
  timeZone: string | undefined,
  outputs: [id: string, output: unknown][],
  key: string,
  error: Failure | null,
): RunContext {
  return {
    start: run.startData,
    steps: Object.fromEntries(outputs.map(([id, output]) => [id, { output }])),
    run: runFields(run, timeZone),
    ...(run.loop ? { item: run.loop.items[Number.parseInt(key) - run.loop.from] } : {}),
    ...(error ? { error } : {}),
  }
}
