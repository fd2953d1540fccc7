import type { Definition } from '#lib/domain/workflow/definition'
import { wasGiven } from '#lib/domain/run/was-given'
import { outputSchemaOf } from '#lib/domain/workflow/output-schema'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { ancestorsOf, readingOrder } from '../model/graph.ts'
import { runSchema } from '../model/run-names.ts'
import { nameOfItem } from '../model/scope.ts'
import { loopsAround } from './body-scope.ts'
import { asksOfItems } from './first-item.ts'
import type { SeenTask } from './seen-run.ts'
import type { StepData } from './use-step-data.ts'
import type { ValueRoot } from './value-rows.ts'

const whyOf: Partial<Record<SeenTask['status'], string>> = {
  failed: 'It failed in this run.',
  skipped: 'It was skipped in this run.',
  cancelled: 'It was cancelled in this run.',
  suspended: 'It waits in this run.',
  running: 'It runs.',
  pending: 'It runs.',
  // The run goes on, or an earlier moment of it is shown.
  'waiting-dependencies': 'It has not run yet.',
}

/** Where the answer of a tried step came from, in a word. */
const answeredWords: Record<NonNullable<SeenTask['answered']>, string> = {
  computed: 'computed',
  record: 'recorded',
  example: 'example',
  pinned: 'pinned',
  disabled: 'disabled',
}

/**
 * Where the answer of a step came from: of one that was tried, and of one in a test run that was not
 * done. A recorded answer to another question is said to be one.
 */
export function answeredHow(task: SeenTask): string | undefined {
  const { answered, askedOther = [] } = task
  if (answered === 'record' && askedOther.length > 0) return 'recorded for other settings'
  if (answered) return answeredWords[answered]
  return wasGiven(task) ? 'pinned or disabled' : undefined
}

/** Why nothing is known of what a step gave. */
export function whyUnknown(task: SeenTask | undefined, hasRun: boolean): string {
  if (!hasRun) return 'Unknown: no run is chosen.'
  if (task?.outputTruncated) return 'Unknown: too large to be shown here.'
  return (task && whyOf[task.status]) ?? 'It did not run in this run.'
}

/**
 * What is before a step, in its order, by the titles that people gave: the start, what steps gave,
 * the item of the loop around it, the run.
 */
export function rootsBefore(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  stepId: string,
  { sample, tasks }: Pick<StepData, 'sample' | 'tasks'>,
  hasRun: boolean,
): ValueRoot[] {
  const before = ancestorsOf(definition, stepId)
  const loops = loopsAround(definition, stepId)
  const own = definition.steps.find(({ id }) => id === stepId)
  const asksItself = own !== undefined && asksOfItems(own, types)
  const start: ValueRoot = {
    path: 'start',
    label: 'Start',
    schema: definition.startData,
    ...(sample ? { value: sample.start } : { why: 'Unknown: no run is chosen.' }),
  }
  const steps = readingOrder(definition)
    .filter((step) => before.has(step.id) && !loops.includes(step.id))
    .map((step): ValueRoot => {
      const known = sample?.steps[step.id]
      const task = tasks.findLast((one) => one.stepId === step.id)
      const mark = task && answeredHow(task)
      return {
        path: `steps.${step.id}.output`,
        label: step.title || step.id,
        schema: outputSchemaOf(step, types.get(step.type)),
        ...(mark === undefined ? {} : { mark }),
        ...(known ? { value: known.output } : { why: whyUnknown(task, hasRun) }),
      }
    })
  const item: ValueRoot = {
    path: 'item',
    label: asksItself ? nameOfItem(own) : 'Item of the loop',
    ...(sample && 'item' in sample
      ? { value: sample.item }
      : { why: hasRun ? 'There were no items in this run.' : 'Unknown: no run is chosen.' }),
  }
  const run: ValueRoot = {
    path: 'run',
    label: 'The run',
    schema: runSchema,
    ...(sample ? { value: sample.run } : { why: 'Unknown: no run is chosen.' }),
  }
  return [start, ...steps, ...(loops.length > 0 || asksItself ? [item] : []), run]
}
