import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Positions } from '../model/layout/layout.ts'
import { branchesOfStep } from '../model/layout/positions.ts'
import { gap, heightOf, widthOf } from '../model/layout/sizes.ts'
import type { Command } from './command.ts'
import { moveSteps } from './move-steps.ts'

/** The boxes of these steps as they stand. */
function boxesOf(
  { steps }: Definition,
  ids: string[],
  positions: Positions,
  types: ReadonlyMap<string, StepTypeInfo>,
) {
  return steps
    .filter(({ id }) => ids.includes(id))
    .map((step) => {
      const count = branchesOfStep(step, types).length
      const at = positions[step.id] ?? { x: 0, y: 0 }
      return { id: step.id, ...at, width: widthOf(count), height: heightOf(count) }
    })
}

/**
 * Leaves the same space between steps, side by side (`across`) or one below the other (`down`). The
 * two at the ends stay where they are; so do fewer than three steps.
 */
export function spaceSteps(
  ids: string[],
  way: 'across' | 'down',
  positions: Positions,
  types: ReadonlyMap<string, StepTypeInfo>,
): Command {
  const [axis, length] = way === 'across' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  return (definition) => {
    const boxes = boxesOf(definition, ids, positions, types).sort(
      (one, other) => one[axis] - other[axis],
    )
    const [first] = boxes
    const last = boxes.at(-1)
    if (!first || !last || boxes.length < 3)
      return { definition, says: 'Select three steps or more.' }
    const taken = boxes.reduce((sum, box) => sum + box[length], 0)
    const space = (last[axis] + last[length] - first[axis] - taken) / (boxes.length - 1)
    const places = new Map<string, { x: number; y: number }>()
    let at = first[axis]
    for (const { id, x, y, ...size } of boxes) {
      places.set(id, { x, y, [axis]: at })
      at += size[length] + space
    }
    return moveSteps(places, `${boxes.length} steps are evenly spaced.`)(definition)
  }
}

/**
 * Puts steps below each other with one middle (`column`) or side by side with one head (`row`), in
 * the order in which they lie, without one on another.
 */
export function alignSteps(
  ids: string[],
  way: 'column' | 'row',
  positions: Positions,
  types: ReadonlyMap<string, StepTypeInfo>,
): Command {
  return (definition) => {
    const boxes = boxesOf(definition, ids, positions, types).sort((one, other) =>
      way === 'column' ? one.y - other.y : one.x - other.x,
    )
    const [first] = boxes
    if (!first || boxes.length < 2) return { definition }
    const places = new Map<string, { x: number; y: number }>()
    let free = -Infinity
    for (const box of boxes) {
      if (way === 'column') {
        const y = Math.max(box.y, free)
        places.set(box.id, { x: first.x + (first.width - box.width) / 2, y })
        free = y + box.height + gap.y
      } else {
        const x = Math.max(box.x, free)
        places.set(box.id, { x, y: first.y })
        free = x + box.width + gap.x
      }
    }
    return moveSteps(places, `${boxes.length} steps are in a ${way}.`)(definition)
  }
}
