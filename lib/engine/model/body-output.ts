import type { LoopRun } from '#lib/domain/run/loop-run'
import type { Failure } from '#lib/domain/run/run'
import type { BodyOutput } from '#lib/steps/define-step'
import type { Finish } from './decide.ts'
import { itemKey, type PlannedTask, type Plan } from './plan.ts'
import type { TaskRow } from './run.ts'

const notDone = {
  code: 'cancelled',
  message: 'It was cancelled, or did not begin because another item failed.',
}

type End = { status: Finish['status']; output: BodyOutput; error?: Failure }

/**
 * How a run of a loop's body ends. A loop that goes on after errors has them in its output;
 * otherwise the error is that of the run.
 */
export function bodyEnd(
  plan: Plan,
  tasks: ReadonlyMap<string, TaskRow>,
  outputs: ReadonlyMap<string, unknown>,
  { status, failed }: Finish,
  { from, stopAtFailure }: LoopRun,
): End {
  const output = bodyOutput(plan, tasks, outputs, from)
  if (failed === undefined || !stopAtFailure)
    return { status: failed === undefined ? status : 'completed', output }
  const task = tasks.get(failed)
  return {
    status,
    output,
    error: {
      ...(task?.error ?? { code: 'failed', message: 'The step failed.' }),
      ...(task ? { stepId: task.stepId } : {}),
    },
  }
}

/**
 * The output of a run of a loop's body, item by item. The result of an item is the output of the
 * body's last step, or an object of outputs by step id when several steps come last. `outputs` has
 * those of the leaves, and of failed tasks that have their handler's output.
 */
function bodyOutput(
  plan: Plan,
  tasks: ReadonlyMap<string, TaskRow>,
  outputs: ReadonlyMap<string, unknown>,
  from: number,
): BodyOutput {
  const leaves = new Set(plan.leaves)
  const body: BodyOutput = { results: [], failures: [] }
  let start = 0
  for (const [index, end] of (plan.items?.ends ?? []).entries()) {
    const item = from + index
    const places = plan.order.slice(start, end)
    start = end
    const failure = failureOf(places, tasks, outputs)
    const last = places.filter(({ key }) => leaves.has(key))
    if (failure) body.failures.push({ item, ...failure })
    body.results.push(failure ? null : resultOf(last, item, outputs))
  }
  return body
}

function resultOf(
  last: PlannedTask[],
  item: number,
  outputs: ReadonlyMap<string, unknown>,
): unknown {
  const [only] = last
  if (only && last.length === 1) return outputs.get(only.key) ?? null
  return Object.fromEntries(
    last
      .filter(({ key }) => outputs.has(key))
      .map(({ step }) => [step.id, outputs.get(itemKey(item, step.id))]),
  )
}

function failureOf(
  places: PlannedTask[],
  tasks: ReadonlyMap<string, TaskRow>,
  outputs: ReadonlyMap<string, unknown>,
): Omit<BodyOutput['failures'][number], 'item'> | undefined {
  const own = places.map(({ key }) => tasks.get(key))
  const failed = own.find((task) => task?.status === 'failed' && !outputs.has(task.key))
  if (failed)
    return {
      stepId: failed.stepId,
      code: failed.error?.code ?? 'failed',
      message: failed.error?.message ?? 'The step failed.',
    }
  const arrived = own.some((task) => task?.status === 'completed')
  return !arrived && own.some((task) => task?.status === 'cancelled') ? notDone : undefined
}
