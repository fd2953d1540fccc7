import type { Step } from '#lib/domain/workflow/definition'
import { branchNames } from '#lib/domain/workflow/branch-names'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { configDefaults } from '../model/config-defaults.ts'
import { nextBranch } from '../model/next-branch.ts'
import { freeId, idFrom, idsOf } from '../model/step-ids.ts'
import { gap, heightOf, nodeHeight, nodeWidth, widthOf } from '../model/layout/sizes.ts'
import { titleOf, type Command } from './command.ts'

/** The place of a new step: after a step (by one of its branches), or freely on the canvas. */
export type Place = { after?: string; via?: string; position?: { x: number; y: number } }

/**
 * Adds a step of a type, configured with its defaults and `given`, connected after `place.after`.
 * After a branching step it takes the first branch without a following step.
 */
export function addStep(
  type: StepTypeInfo,
  place: Place,
  types: ReadonlyMap<string, StepTypeInfo>,
  given: Record<string, unknown> = {},
): Command {
  return (definition) => {
    const title = freeTitle(type.title, definition.steps)
    const id = freeId(idFrom(title), idsOf(definition))
    const before = definition.steps.find((step) => step.id === place.after)
    const branches = before
      ? branchNames(types.get(before.type)?.branches, before.config)
      : undefined
    const via = place.via ?? nextBranch(definition, before?.id, types)
    const branch = via ? `, branch ${via}` : ''
    const step: Step = {
      id,
      type: type.type,
      title,
      after: before ? [{ step: before.id, ...(via === undefined ? {} : { via }) }] : [],
      config: { ...configDefaults(type.configSchema, type.uiSchema), ...given },
      ...(type.screen ? { priority: 0 } : {}),
      position:
        place.position ??
        below(
          before ?? definition.steps.at(-1),
          before ? (branches?.length ?? 0) : 0,
          definition.steps,
        ),
    }
    return {
      definition: { ...definition, steps: [...definition.steps, step] },
      selection: [id],
      says: before
        ? `Step ${title} added after ${titleOf(definition, before.id)}${branch}.`
        : `Step ${title} added.`,
    }
  }
}

const freeTitle = (title: string, steps: Step[]): string => {
  const taken = new Set(steps.map((step) => step.title))
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? title : `${title} ${count}`
    if (!taken.has(candidate)) return candidate
  }
}

/** Under the step before, or under the last one; moved to the right until the place is free. */
function below(
  before: Step | undefined,
  branches: number,
  steps: Step[],
): { x: number; y: number } {
  const origin = before?.position
  if (!origin) return { x: 0, y: 0 }
  let place = {
    x: Math.round(origin.x + (widthOf(branches) - nodeWidth) / 2),
    y: origin.y + heightOf(branches) + gap.y,
  }
  const taken = (at: { x: number; y: number }) =>
    steps.some(
      ({ position }) =>
        position &&
        Math.abs(position.x - at.x) < nodeWidth + gap.x / 2 &&
        Math.abs(position.y - at.y) < nodeHeight + gap.y / 4,
    )
  while (taken(place)) place = { x: place.x + nodeWidth + gap.x, y: place.y }
  return place
}
