import type { RunContext } from '#lib/steps/define-step'
import { runContext } from '../model/context.ts'
import { resultTaskKeys } from '../model/run-end.ts'
import { handledKey } from './handled-key.ts'
import { RecordedValue } from './recorded-run.ts'
import type { Playing, ScopeParts } from './scope.ts'

async function outputOf({ state, shared }: ScopeParts, key: string): Promise<unknown> {
  const output = state.outputs.get(key)
  return output instanceof RecordedValue ? await output.load(shared.services.pool) : output
}

/** The output of a step around the loop; undefined when it gave none. */
export async function outerOutput(
  { scope: { parent } }: ScopeParts,
  stepId: string,
): Promise<{ output: unknown } | undefined> {
  if (!parent) return undefined
  const { parts, prefix } = parent
  const key = prefix + stepId
  if (parts.state.hasOutput(key)) return { output: await outputOf(parts, key) }
  return await outerOutput(parts, stepId)
}

/** What a step reads, as it is now. */
export async function contextOf(parts: ScopeParts, { task, reads }: Playing): Promise<RunContext> {
  const { shared, scope, state } = parts
  const { prefix, own, outer } = reads
  const outputs: [id: string, output: unknown][] = []
  for (const id of outer) {
    const found = await outerOutput(parts, id)
    if (found) outputs.push([id, found.output])
  }
  for (const key of own)
    if (state.hasOutput(key)) outputs.push([key.slice(prefix.length), await outputOf(parts, key)])
  const handled = task.handlesStepId === null ? '' : handledKey(task.key)
  const error = state.tasks.get(handled)?.error ?? null
  const { timeZone } = shared.definition.settings
  return runContext(scope.run, timeZone, outputs, task.key, error)
}

/** The outputs that make the output of a scope; undefined when one is not known. */
export async function resultsOf(parts: ScopeParts): Promise<Map<string, unknown> | undefined> {
  const { state, unknown } = parts
  const { plan, run } = parts.scope
  const keys = resultTaskKeys(run, plan, state.tasks)
  if (keys.some((key) => unknown.has(key))) return undefined
  const outputs = new Map<string, unknown>()
  for (const key of keys) if (state.hasOutput(key)) outputs.set(key, await outputOf(parts, key))
  return outputs
}
