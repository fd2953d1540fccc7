import type { LayoutStep } from './layout.ts'

/** A frame of the drawing with what lies in it, in the order of the steps. */
export type Container = {
  kind: 'body' | 'group'
  /** The loop whose body it is, or the group. */
  of: string
  items: Item[]
}
export type Item = LayoutStep | Container

export const isContainer = (item: Item): item is Container => 'items' in item

/** The loops around each step, the outermost first. */
function createChains(byId: ReadonlyMap<string, LayoutStep>) {
  const known = new Map<string, string[]>()
  const chainOf = (id: string): string[] => {
    const found = known.get(id)
    if (found) return found
    // A draft may have circles: a loop that is read already is not around itself.
    known.set(id, [])
    const loop = byId.get(id)?.inside
    const chain = loop === undefined || loop === id ? [] : [...chainOf(loop), loop]
    known.set(id, chain)
    return chain
  }
  return chainOf
}

/** What all lists begin with. */
function sharedStart([first = [], ...others]: readonly string[][]): string[] {
  const end = first.findIndex((entry, at) => others.some((other) => other[at] !== entry))
  return end < 0 ? first : first.slice(0, end)
}

/**
 * What lies in which frame: steps in the bodies of loops and in groups. A group lies in the body
 * that all its steps are in, and holds the deeper bodies with steps of it.
 */
export function containersOf(steps: readonly LayoutStep[]): Item[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const chainOf = createChains(byId)
  const root: Item[] = []
  const bodies = new Map<string, Container>()
  const groups = new Map<string, Container>()
  const members = Map.groupBy(steps, ({ group }) => group)
  const levels = new Map(
    [...members].flatMap(([group, inside]) =>
      group === undefined ? [] : [[group, sharedStart(inside.map(({ id }) => chainOf(id)))]],
    ),
  )
  /** The group that holds the body of a loop. */
  const groupOfBody = new Map<string, string>()
  for (const { id, group } of steps) {
    const level = group === undefined ? undefined : levels.get(group)
    const loop = level && chainOf(id)[level.length]
    if (group !== undefined && loop !== undefined && !groupOfBody.has(loop))
      groupOfBody.set(loop, group)
  }
  const itemsOf = (loops: readonly string[], group: string | undefined): Item[] => {
    if (group !== undefined && levels.get(group)?.length === loops.length) return groupItems(group)
    const loop = loops.at(-1)
    return loop === undefined ? root : bodyItems(loop)
  }
  const bodyItems = (loop: string): Item[] => {
    const found = bodies.get(loop)
    if (found) return found.items
    const body: Container = { kind: 'body', of: loop, items: [] }
    bodies.set(loop, body)
    itemsOf(chainOf(loop), groupOfBody.get(loop)).push(body)
    return body.items
  }
  const groupItems = (id: string): Item[] => {
    const found = groups.get(id)
    if (found) return found.items
    const group: Container = { kind: 'group', of: id, items: [] }
    groups.set(id, group)
    itemsOf(levels.get(id) ?? [], undefined).push(group)
    return group.items
  }
  const loops = new Set(steps.map(({ id }) => chainOf(id).at(-1)))
  for (const step of steps) {
    itemsOf(chainOf(step.id), step.group).push(step)
    // The body of a loop follows it.
    if (loops.has(step.id)) bodyItems(step.id)
  }
  return root
}
