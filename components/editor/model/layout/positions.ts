import type { Definition, Step } from '#lib/domain/workflow/definition'
import { branchNames } from '#lib/domain/workflow/branch-names'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { layered, layoutInput, type Positions } from './layout.ts'

type Types = ReadonlyMap<string, StepTypeInfo>

/** The names of the step's branches; none for a step that does not branch. */
export const branchesOfStep = (step: Step, types: Types): string[] =>
  branchNames(types.get(step.type)?.branches, step.config) ?? []

/** Whether a layout sees the same step: titles and most settings do not count. */
function isPlacedAlike(one: Step | undefined, other: Step, types: Types): boolean {
  if (one === other) return true
  return (
    one?.id === other.id &&
    one.type === other.type &&
    one.after === other.after &&
    one.on_failure === other.on_failure &&
    one.position === other.position &&
    branchesOfStep(one, types).join('\n') === branchesOfStep(other, types).join('\n')
  )
}

/** Whether two lists of steps look the same but for their words. */
export const areLaidAlike = (
  before: readonly Step[],
  after: readonly Step[],
  types: Types,
): boolean =>
  before === after ||
  (before.length === after.length &&
    after.every((step, index) => isPlacedAlike(before[index], step, types)))

/**
 * The last layout: what is typed into a step moves none, and a layout of 800 steps with each letter
 * would be felt.
 */
let last: { steps: readonly Step[]; types: Types; positions: Positions } | undefined

/**
 * The position of each step: its own, or, where some steps have none (imported, created over the
 * API), that of a layout of the whole workflow.
 */
export function positionsOf(definition: Definition, types: Types): Positions {
  const { steps } = definition
  const isSame = last?.types === types && areLaidAlike(last.steps, steps, types)
  const positions = isSame && last ? last.positions : placedAnew(definition, types)
  last = { steps, types, positions }
  return positions
}

function placedAnew(definition: Definition, types: Types): Positions {
  const given = definition.steps.filter((step) => step.position)
  if (given.length === definition.steps.length)
    return Object.fromEntries(given.map((step) => [step.id, step.position ?? { x: 0, y: 0 }]))
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  return layered(layoutInput(definition, (id) => branchesOfStep(byId.get(id) as Step, types)))
}
