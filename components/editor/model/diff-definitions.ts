import { diffValues, type ValueDifference } from '#lib/domain/differences/diff-values'
import type { Definition, Step } from '#lib/domain/workflow/definition'

export type StepDifference = {
  id: string
  title: string
  change: 'added' | 'removed' | 'changed'
  fields: ValueDifference[]
}
export type DefinitionDifference = {
  workflow: ValueDifference[]
  steps: StepDifference[]
  /** Steps that only stand elsewhere: that does not affect the run. */
  moved: string[]
}

/** The changes from one definition to another, by step and field. */
export function diffDefinitions(before: Definition, after: Definition): DefinitionDifference {
  const old = new Map(before.steps.map((step) => [step.id, step]))
  const now = new Map(after.steps.map((step) => [step.id, step]))
  const titles = new Map([...before.steps, ...after.steps].map(({ id, title }) => [id, title]))
  const titleOf = (id: string): string => titles.get(id) || id
  const changed = after.steps.flatMap((step): StepDifference[] => {
    const earlier = old.get(step.id)
    if (!earlier) return [{ id: step.id, title: titleOf(step.id), change: 'added', fields: [] }]
    const fields = diffValues(runsAs(earlier, titleOf), runsAs(step, titleOf))
    return fields.length === 0
      ? []
      : [{ id: step.id, title: titleOf(step.id), change: 'changed', fields }]
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
      ...diffValues(before.startData, after.startData, 'startData'),
      ...diffValues(before.settings, after.settings, 'settings'),
    ],
    steps: [...changed, ...removed],
    moved: after.steps.filter((step) => hasMoved(old.get(step.id), step)).map(({ id }) => id),
  }
}

/** Whether nothing differs that affects a run. */
export const isSame = ({ workflow, steps }: DefinitionDifference): boolean =>
  workflow.length === 0 && steps.length === 0

/** The fields of a step, with its connections in words. */
export function runsAs(step: Step, titleOf: (id: string) => string): Record<string, unknown> {
  const { id: _id, position: _position, after, ...fields } = step
  const connections = after.map(({ step: from, via }) =>
    via === undefined ? titleOf(from) : `${titleOf(from)}, by “${via}”`,
  )
  return { ...fields, ...(connections.length > 0 ? { after: connections.join('\n') } : {}) }
}

const hasMoved = (before: Step | undefined, { position }: Step): boolean =>
  before?.position !== undefined &&
  position !== undefined &&
  (before.position.x !== position.x || before.position.y !== position.y)
