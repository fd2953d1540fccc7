import type { Command } from './command.ts'

/** Puts steps at places on the canvas. */
export function moveSteps(
  positions: ReadonlyMap<string, { x: number; y: number }>,
  says?: string,
): Command {
  return (definition) => {
    let moved = false
    const steps = definition.steps.map((step) => {
      const at = positions.get(step.id)
      if (!at) return step
      const position = { x: Math.round(at.x), y: Math.round(at.y) }
      if (step.position?.x === position.x && step.position.y === position.y) return step
      moved = true
      return { ...step, position }
    })
    return { definition: moved ? { ...definition, steps } : definition, ...(says ? { says } : {}) }
  }
}
