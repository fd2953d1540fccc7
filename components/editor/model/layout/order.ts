/** A connection between two steps; `branch` is the place of its branch among those of `from`. */
export type LayoutLink = {
  from: string
  to: string
  failure: boolean
  branch: number
  /** It leads into the body of the loop `from`. */
  body: boolean
}

/** The links that leave each step, in the order in which they are drawn. */
function leaving(links: LayoutLink[]): Map<string, LayoutLink[]> {
  const next = new Map<string, LayoutLink[]>()
  for (const link of links) {
    const before = next.get(link.from)
    if (before) before.push(link)
    else next.set(link.from, [link])
  }
  for (const list of next.values())
    list.sort(
      (one, other) => Number(one.failure) - Number(other.failure) || one.branch - other.branch,
    )
  return next
}

/**
 * The steps so that each comes after all that lead to it, those of the first branch first, and the
 * links without those that close a circle (a draft may have circles while it is edited).
 */
export function acyclic(
  ids: string[],
  links: LayoutLink[],
): { order: string[]; forward: LayoutLink[] } {
  const next = leaving(links)
  const entered = new Set(links.filter(({ from, to }) => from !== to).map(({ to }) => to))
  const state = new Map<string, 'open' | 'done'>()
  const finished: string[] = []
  const circular = new Set<LayoutLink>()
  // The steps that nothing leads to come first; a circle is entered where no such step reaches it.
  // What is visited last is finished last, so everything is visited from its end.
  for (const root of [...ids, ...ids.filter((id) => !entered.has(id))].reverse()) {
    if (state.has(root)) continue
    state.set(root, 'open')
    const path = [{ id: root, at: 0 }]
    for (let here = path.at(-1); here; here = path.at(-1)) {
      const link = next.get(here.id)?.at(-1 - here.at)
      here.at += 1
      if (!link) {
        state.set(here.id, 'done')
        finished.push(here.id)
        path.pop()
      } else if (state.get(link.to) === 'open') circular.add(link)
      else if (!state.has(link.to)) {
        state.set(link.to, 'open')
        path.push({ id: link.to, at: 0 })
      }
    }
  }
  return { order: finished.reverse(), forward: links.filter((link) => !circular.has(link)) }
}

/**
 * For each step the nearest one that every way to it passes; undefined for a step that has several
 * beginnings before it, or is one.
 */
export function dominators(
  order: string[],
  links: LayoutLink[],
): ReadonlyMap<string, string | undefined> {
  const before = new Map<string, string[]>()
  for (const { from, to } of links) before.set(to, [...(before.get(to) ?? []), from])
  const nearest = new Map<string, string | undefined>()
  const depth = new Map<string, number>()
  const depthOf = (id: string | undefined) => (id === undefined ? -1 : (depth.get(id) ?? 0))
  for (const id of order) {
    const [first, ...others] = before.get(id) ?? []
    let shared = first
    for (const other of others) {
      let one: string | undefined = other
      while (shared !== one)
        if (depthOf(shared) >= depthOf(one)) shared = shared && nearest.get(shared)
        else one = one && nearest.get(one)
    }
    nearest.set(id, shared)
    depth.set(id, depthOf(shared) + 1)
  }
  return nearest
}
