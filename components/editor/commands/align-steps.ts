import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { Positions } from '../model/layout/layout.ts'
import { branchesOfStep } from '../model/layout/positions.ts'
import { gap, heightOf, widthOf } from '../model/layout/sizes.ts'
import type { Command } from './command.ts'
import { moveSteps } from './move-steps.ts'

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
    const boxes = definition.steps
      .filter(({ id }) => ids.includes(id))
      .map((step) => {
        const count = branchesOfStep(step, types).length
        const at = positions[step.id] ?? { x: 0, y: 0 }
        return { id: step.id, ...at, width: widthOf(count), height: heightOf(count) }
      })
      .sort((one, other) => (way === 'column' ? one.y - other.y : one.x - other.x))
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
