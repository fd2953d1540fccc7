import type { Definition, Step } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Computed } from '../inspector/config/compute-preview.ts'
import type { Sample } from '../model/sample.ts'
import { loopsAround } from './body-scope.ts'

/** A loop, and the list that it goes through; a while has none. */
export type Loop = { type: string; items?: unknown }

/** Whether a step asks something of each item itself: a condition of a while, of a filtered list. */
export const asksOfItems = (step: Step | undefined, types: ReadonlyMap<string, StepTypeInfo>) =>
  step !== undefined && types.get(step.type)?.deferred !== undefined

/** The steps whose item an expression of this step sees, from the outside in. */
export function itemsSeenBy(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  stepId: string,
): Step[] {
  const own = definition.steps.find(({ id }) => id === stepId)
  const around = loopsAround(definition, stepId).flatMap((id) =>
    definition.steps.filter((step) => step.id === id),
  )
  return own && asksOfItems(own, types) ? [...around, own] : around
}

/**
 * The item that a step would see first, by the lists of the loops that were not run yet: rounds of
 * a while begin with nothing. Undefined when it is not known, or a list has no entry.
 */
export async function firstItem(
  loops: readonly Loop[],
  sample: Sample,
  compute: (text: string, sample: Sample) => Promise<Computed>,
): Promise<{ item: unknown } | undefined> {
  let seen = sample
  for (const { type, items: list } of loops) {
    if (type === 'while') {
      seen = { ...seen, item: { index: 0, last: null } }
      continue
    }
    const computed = isExpression(list) ? await compute(list.$, seen) : { value: list }
    const items: unknown = 'value' in computed ? computed.value : undefined
    if (!Array.isArray(items) || items.length === 0) return undefined
    seen = { ...seen, item: items[0] as unknown }
  }
  return 'item' in seen ? { item: seen.item } : undefined
}
