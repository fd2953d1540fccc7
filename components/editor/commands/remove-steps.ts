import { withoutLeftGroups } from './change-groups.ts'
import { titleOf, type Command } from './command.ts'

/**
 * Deletes steps with every connection to them. The steps after a deleted one are connected to the
 * steps before it, so that a chain stays a chain.
 */
export function removeSteps(ids: string[]): Command {
  const gone = new Set(ids)
  return (definition) => {
    if (!definition.steps.some((step) => gone.has(step.id))) return { definition }
    const removed = new Map(
      definition.steps.filter((step) => gone.has(step.id)).map((step) => [step.id, step]),
    )
    const says =
      ids.length === 1
        ? `Step ${titleOf(definition, ids[0] ?? '')} deleted.`
        : `${ids.length} steps deleted.`
    const steps = definition.steps
      .filter((step) => !gone.has(step.id))
      .map((step) => {
        if (
          !step.after.some((edge) => gone.has(edge.step)) &&
          !gone.has(step.on_failure?.step ?? '')
        )
          return step
        const bridged = step.after.flatMap((edge) => {
          if (!gone.has(edge.step)) return [edge]
          const before =
            removed.get(edge.step)?.after.filter((earlier) => !gone.has(earlier.step)) ?? []
          return edge.via === undefined ? before : []
        })
        const after = bridged.filter(
          (edge, index) =>
            bridged.findIndex((other) => other.step === edge.step && other.via === edge.via) ===
            index,
        )
        const { on_failure, ...rest } = step
        return {
          ...rest,
          after,
          ...(on_failure && !gone.has(on_failure.step) ? { on_failure } : {}),
        }
      })
    const left = withoutLeftGroups(definition, { ...definition, steps })
    return { definition: left, selection: [], says }
  }
}
