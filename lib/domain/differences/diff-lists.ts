/** A stretch of two lists: in both, only in the new one, or only in the old one. */
export type Stretch<Item> = { kind: 'same' | 'added' | 'removed'; items: Item[] }

/** Lists that differ in more places are shown as replaced: nobody reads them side by side. */
const mostChanges = 1000

/** How far a path of edits came on each diagonal, for each number of edits. */
type Trace = Int32Array[]

/**
 * The fewest additions and removals that make one list of the other: Myers, “An O(ND) Difference
 * Algorithm and Its Variations” (1986). Undefined when there are more than `mostChanges`.
 */
function traceOf<Item>(before: Item[], after: Item[]): Trace | undefined {
  const most = Math.min(before.length + after.length, mostChanges)
  let reached = new Int32Array(2 * most + 3)
  const at = (diagonal: number): number => diagonal + most + 1
  const trace: Trace = []
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reached.slice(at(-edits) - 1, at(edits) + 2))
    const next = reached.slice()
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const below = reached[at(diagonal + 1)] ?? 0
      const left = reached[at(diagonal - 1)] ?? 0
      const adds = diagonal === -edits || (diagonal !== edits && left < below)
      let old = adds ? below : left + 1
      while (
        old < before.length &&
        old - diagonal < after.length &&
        before[old] === after[old - diagonal]
      )
        old++
      next[at(diagonal)] = old
      if (old >= before.length && old - diagonal >= after.length) return trace
    }
    reached = next
  }
  return undefined
}

/** The single edits of a trace, from the end of the lists to their beginning. */
function editsBackwards<Item>(before: Item[], after: Item[], trace: Trace): Stretch<Item>[] {
  const edits: Stretch<Item>[] = []
  let old = before.length
  let now = after.length
  for (let count = trace.length - 1; count >= 0; count--) {
    const reached = trace[count] ?? new Int32Array()
    const at = (diagonal: number): number => reached[diagonal + count + 1] ?? 0
    const diagonal = old - now
    const adds = diagonal === -count || (diagonal !== count && at(diagonal - 1) < at(diagonal + 1))
    const from = adds ? diagonal + 1 : diagonal - 1
    const oldFrom = count === 0 ? 0 : at(from)
    const nowFrom = count === 0 ? 0 : oldFrom - from
    while (old > oldFrom && now > nowFrom) {
      old--
      now--
      edits.push({ kind: 'same', items: [before[old] as Item] })
    }
    if (count === 0) break
    if (adds) edits.push({ kind: 'added', items: [after[--now] as Item] })
    else edits.push({ kind: 'removed', items: [before[--old] as Item] })
  }
  return edits
}

/** Joins neighbours of a kind; in each changed place what is removed comes first. */
function joined<Item>(edits: Stretch<Item>[]): Stretch<Item>[] {
  const found: Stretch<Item>[] = []
  let removed: Item[] = []
  let added: Item[] = []
  const flush = (): void => {
    if (removed.length > 0) found.push({ kind: 'removed', items: removed })
    if (added.length > 0) found.push({ kind: 'added', items: added })
    removed = []
    added = []
  }
  for (const { kind, items } of edits) {
    if (kind === 'removed') removed.push(...items)
    if (kind === 'added') added.push(...items)
    if (kind !== 'same') continue
    flush()
    const last = found.at(-1)
    if (last?.kind === 'same') last.items.push(...items)
    else found.push({ kind, items: [...items] })
  }
  flush()
  return found
}

/** In what two lists differ. Items are compared by `===`. */
export function diffLists<Item>(before: Item[], after: Item[]): Stretch<Item>[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && before[head] === after[head]) head++
  let tail = 0
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const old = before.slice(head, before.length - tail)
  const now = after.slice(head, after.length - tail)
  const trace = traceOf(old, now)
  const middle: Stretch<Item>[] = trace
    ? editsBackwards(old, now, trace).toReversed()
    : [
        { kind: 'removed', items: old },
        { kind: 'added', items: now },
      ]
  return joined([
    { kind: 'same', items: before.slice(0, head) },
    ...middle,
    { kind: 'same', items: before.slice(before.length - tail) },
  ]).filter(({ items }) => items.length > 0)
}
