import type { Definition, Step } from '#lib/domain/workflow/definition'

export type FieldDifference = { path: string; before: unknown; after: unknown }
export type StepDifference = {
  id: string
  title: string
  change: 'added' | 'removed' | 'changed'
  fields: FieldDifference[]
}
export type DefinitionDifference = { workflow: FieldDifference[]; steps: StepDifference[] }

/**
 * The changes from one definition to another, by step and field. The position of a step on the
 * canvas does not count, because it does not affect the run.
 */
export function diffDefinitions(before: Definition, after: Definition): DefinitionDifference {
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const now = new Map(after.steps.map((step) => [step.id, step]))
  const changed = after.steps.flatMap((step): StepDifference[] => {
    const earlier = old.get(step.id)
    if (!earlier)
      return [{ id: step.id, title: step.title || step.id, change: 'added', fields: [] }]
    const fields = differences(runsAs(earlier), runsAs(step), '')
    return fields.length === 0
      ? []
      : [{ id: step.id, title: step.title || step.id, change: 'changed', fields }]
  })
  const removed = before.steps
    .filter((step) => !now.has(step.id))
    .map((step): StepDifference => ({
      id: step.id,
      title: step.title || step.id,
      change: 'removed',
      fields: [],
    }))
  return {
    workflow: [
      ...differences(before.startData, after.startData, 'startData'),
      ...differences(before.settings, after.settings, 'settings'),
    ],
    steps: [...changed, ...removed],
  }
}

/** Whether nothing differs. */
export const isSame = ({ workflow, steps }: DefinitionDifference): boolean =>
  workflow.length === 0 && steps.length === 0

const runsAs = ({ position: _position, ...step }: Step): Omit<Step, 'position'> => step
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function differences(before: unknown, after: unknown, path: string): FieldDifference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const at = (key: string) => (path === '' ? key : `${path}.${key}`)
  if (isPlain(before) && isPlain(after)) {
    const inner = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(before[key], after[key], at(key)),
    )
    // Only the order of the keys differs: for a form that is the order of its fields.
    return inner.length > 0
      ? inner
      : [{ path: at('order'), before: Object.keys(before), after: Object.keys(after) }]
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return before.flatMap((item: unknown, index) =>
      differences(item, after[index], at(String(index))),
    )
  return [{ path, before, after }]
}
