import type { Definition, Step } from '#lib/domain/workflow/definition'
import { renameReferencesIn } from '../model/rename-references.ts'
import { freeId, idsOf } from '../model/step-ids.ts'
import type { Command } from './command.ts'

/** Marks the steps of Rounds among other texts of a clipboard. */
export const clipboardFormat = 'rounds.steps'

/** Copies of steps, to be pasted into the same workflow. */
export const takenSteps = ({ steps }: Definition, ids: string[]): Step[] =>
  structuredClone(steps.filter((step) => ids.includes(step.id)))

/** The selected steps as text for the clipboard, or undefined when nothing is selected. */
export function copySteps(definition: Definition, ids: string[]): string | undefined {
  const steps = definition.steps.filter((step) => ids.includes(step.id))
  return steps.length === 0
    ? undefined
    : JSON.stringify({ format: clipboardFormat, version: 1, steps }, null, 2)
}

/**
 * Adds copies of steps under new ids. Connections, handlers and references among them name the
 * copies. With `keepOutside` (a duplicate in the same workflow) they also follow the steps outside
 * the copy that the originals follow.
 */
export function pasteSteps(
  copied: Step[],
  options: { offset?: number; keepOutside?: boolean } = {},
): Command {
  const offset = options.offset ?? 40
  return (definition) => {
    const taken = new Set(idsOf(definition))
    const ids = new Map<string, string>()
    for (const step of copied) {
      const id = freeId(step.id, taken)
      taken.add(id)
      ids.set(step.id, id)
    }
    const there = new Set(idsOf(definition))
    const steps = copied.map((step): Step => {
      const renamed = [...ids].reduce(
        (one, [from, to], index) => renameReferencesIn(one, from, `${to}__pasted${index}`),
        {
          config: step.config,
          hook: step.before_complete ?? '',
        },
      )
      // Two passes, so that a copy's new id which is another copy's old id is not renamed twice.
      const final = [...ids.values()].reduce(
        (one, to, index) => renameReferencesIn(one, `${to}__pasted${index}`, to),
        renamed,
      )
      const { on_failure, before_complete, ...rest } = step
      const handler = on_failure ? ids.get(on_failure.step) : undefined
      return {
        ...rest,
        id: ids.get(step.id) ?? step.id,
        config: final.config,
        after: step.after.flatMap((edge) => {
          const inside = ids.get(edge.step)
          if (inside) return [{ ...edge, step: inside }]
          return options.keepOutside && there.has(edge.step) ? [edge] : []
        }),
        ...(before_complete === undefined ? {} : { before_complete: final.hook }),
        ...(on_failure && handler ? { on_failure: { ...on_failure, step: handler } } : {}),
        ...(step.position
          ? { position: { x: step.position.x + offset, y: step.position.y + offset } }
          : {}),
      }
    })
    return {
      definition: { ...definition, steps: [...definition.steps, ...steps] },
      selection: steps.map((step) => step.id),
      says:
        steps.length === 1
          ? `Step ${steps[0]?.title ?? ''} pasted.`
          : `${steps.length} steps pasted.`,
    }
  }
}
