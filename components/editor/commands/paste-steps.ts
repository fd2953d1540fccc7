import type { Definition, Group, Step } from '#lib/domain/workflow/definition'
import { maxGroups } from '#lib/domain/workflow/marks'
import { renameReferencesIn } from '../model/rename-references.ts'
import { freeId, idsOf } from '../model/step-ids.ts'
import { newGroupId } from './change-groups.ts'
import type { Command } from './command.ts'

/** Marks the steps of Rounds among other texts of a clipboard. */
export const clipboardFormat = 'rounds.steps'

/** Steps, and the groups of which no step is left behind. */
type Taken = { steps: Step[]; groups: Record<string, Group> }

function chosenSteps({ steps, groups = {} }: Definition, ids: string[]): Taken {
  const chosen = new Set(ids)
  const left = new Set(steps.flatMap(({ id, group }) => (chosen.has(id) ? [] : (group ?? []))))
  const taken = steps.filter(({ id }) => chosen.has(id))
  const whole = new Set(taken.flatMap(({ group }) => group ?? []))
  return {
    steps: taken,
    groups: Object.fromEntries(
      Object.entries(groups).filter(([id]) => whole.has(id) && !left.has(id)),
    ),
  }
}

/** Copies of steps, to be pasted into the same workflow. */
export const takenSteps = (definition: Definition, ids: string[]): Taken =>
  structuredClone(chosenSteps(definition, ids))

/** The selected steps as text for the clipboard, or undefined when nothing is selected. */
export function copySteps(definition: Definition, ids: string[]): string | undefined {
  const { steps, groups } = chosenSteps(definition, ids)
  if (steps.length === 0) return undefined
  const withGroups = Object.keys(groups).length > 0 ? { groups } : {}
  return JSON.stringify({ format: clipboardFormat, version: 1, steps, ...withGroups }, null, 2)
}

/** The definition with copies of groups, as many as it has room for. */
function withCopies(
  definition: Definition,
  groups: [string, Group][],
  ids: ReadonlyMap<string, string>,
): Definition {
  if (groups.length === 0) return definition
  const room = Math.max(0, maxGroups - Object.keys(definition.groups ?? {}).length)
  const copies = groups.slice(0, room).map(([id, group]) => [ids.get(id) ?? id, group] as const)
  return { ...definition, groups: { ...definition.groups, ...Object.fromEntries(copies) } }
}

/** The group of a copy: a new one where the whole group was copied, else the same where it is. */
function groupOfCopy(
  group: string | undefined,
  copies: ReadonlyMap<string, string>,
  { groups = {} }: Definition,
): { group?: string } {
  if (group === undefined) return {}
  const copy = copies.get(group)
  if (copy !== undefined) return { group: copy }
  return Object.hasOwn(groups, group) ? { group } : {}
}

/**
 * Adds copies of steps under new ids. Connections, handlers and references among them name the
 * copies. With `keepOutside` (a duplicate in the same workflow) they also follow the steps outside
 * the copy that the originals follow. Groups that are given become groups of the copies.
 */
export function pasteSteps(
  copied: Step[],
  options: { offset?: number; keepOutside?: boolean; groups?: Record<string, Group> } = {},
): Command {
  const offset = options.offset ?? 40
  const whole = Object.entries(options.groups ?? {})
  const groupIds = new Map(whole.map(([id]) => [id, newGroupId()]))
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
      const { on_failure, before_complete, group, ...rest } = step
      const handler = on_failure ? ids.get(on_failure.step) : undefined
      return {
        ...rest,
        ...groupOfCopy(group, groupIds, definition),
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
      definition: {
        ...withCopies(definition, whole, groupIds),
        steps: [...definition.steps, ...steps],
      },
      selection: steps.map((step) => step.id),
      says:
        steps.length === 1
          ? `Step ${steps[0]?.title ?? ''} pasted.`
          : `${steps.length} steps pasted.`,
    }
  }
}
