import type { Definition, Step } from '#lib/domain/workflow/definition'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import { framedBodies } from '../model/layout/bodies.ts'

const prefix = '@group:'

/** The id of a group's box on the canvas; no step can have it. */
export const groupBoxId = (id: string): string => `${prefix}${id}`

/** The group of a box; undefined for other boxes. */
export const groupOfBox = (boxId: string): string | undefined =>
  boxId.startsWith(prefix) ? boxId.slice(prefix.length) : undefined

/**
 * What a person sees of a workflow: all of it or the body of one loop, and what is collapsed to one
 * box: loops by their ids, groups by those of their boxes.
 */
export type View = { loop: string | undefined; collapsed: ReadonlySet<string> }

export type Shown = {
  /**
   * The box that stands for each step of the level: its own, or that of a collapsed loop or group.
   * Steps of other levels are left out.
   */
  boxOf: ReadonlyMap<string, string>
  /** The steps that a collapsed box stands for, without itself. */
  inside: ReadonlyMap<string, readonly string[]>
}

/** The loops that repeat each step, the outermost first. Steps in no loop are left out. */
export function loopsAround(steps: readonly Step[]): Map<string, string[]> {
  const bodies = [...framedBodies(steps)].sort(([, one], [, other]) => other.size - one.size)
  const around = new Map<string, string[]>()
  const rank = new Map(bodies.map(([loop], index) => [loop, index]))
  for (const [loop, body] of bodies)
    for (const id of body) {
      // A draft may have circles: of two loops in each other the larger one is the outer one.
      const isOuter = !body.has(loop) || (rank.get(loop) ?? 0) < (rank.get(id) ?? Infinity)
      if (id !== loop && isOuter) around.set(id, [...(around.get(id) ?? []), loop])
    }
  return around
}

/** Which boxes stand for the steps of a level. */
export function shownGraph(definition: Definition, { loop, collapsed }: View): Shown {
  const { steps } = definition
  const around = loop === undefined && collapsed.size === 0 ? undefined : loopsAround(steps)
  const groups = groupsOfSteps(definition)
  const boxOf = new Map<string, string>()
  const inside = new Map<string, string[]>()
  for (const { id } of steps) {
    const loops = around?.get(id) ?? []
    const level = loop === undefined ? -1 : loops.indexOf(loop)
    if (loop !== undefined && level < 0) continue
    const nearest = loops.slice(level + 1).find((outer) => collapsed.has(outer)) ?? id
    const group = groups.get(nearest)
    const groupBox = group === undefined ? undefined : groupBoxId(group)
    const box = groupBox !== undefined && collapsed.has(groupBox) ? groupBox : nearest
    boxOf.set(id, box)
    if (box === id) continue
    const others = inside.get(box)
    if (others) others.push(id)
    else inside.set(box, [id])
  }
  return { boxOf, inside }
}

/**
 * The view in which a step is seen: the same one where it is seen there, else with its group
 * expanded, and from within the loops that are collapsed.
 */
export function reveal(definition: Definition, view: View, id: string): View {
  const around = loopsAround(definition.steps)
  const loops = around.get(id) ?? []
  const isHere = view.loop === undefined || loops.includes(view.loop)
  const level = isHere ? view.loop : loops.at(-1)
  const within = loops.slice(level === undefined ? 0 : loops.indexOf(level) + 1)
  const isHidden = within.some((loop) => view.collapsed.has(loop))
  const loop = isHidden ? loops.at(-1) : level
  const group = groupsOfSteps(definition).get(id)
  const box = group === undefined ? undefined : groupBoxId(group)
  const collapsed =
    box !== undefined && view.collapsed.has(box)
      ? new Set([...view.collapsed].filter((one) => one !== box))
      : view.collapsed
  return loop === view.loop && collapsed === view.collapsed ? view : { loop, collapsed }
}

/** The ids with the steps that their boxes stand for: what is done with a box is done with all. */
export function withInside(ids: readonly string[], { inside }: Shown): string[] {
  return [...new Set(ids.flatMap((id) => [id, ...(inside.get(id) ?? [])]))]
}
