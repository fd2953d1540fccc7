import type { LayoutLink } from './order.ts'
import { gap } from './sizes.ts'

/** The height of the strips in which the outline of a block is kept. */
const strip = 32
/** The width of the lane that is left free for a line past the steps beside it. */
const lane = 32
/** The space of a loop's frame around its steps. */
const frame = 20

type Span = { left: number; right: number }
/**
 * Steps whose places to each other are decided: the middle of each, what they cover in each strip
 * of the canvas, and the middle of the step on top. A lane has no steps. What is kept is `by` further
 * left than it is: a block that is joined with a larger one moves all of that with one number.
 */
type Block = {
  middles: Map<string, number>
  outline: Map<number, Span>
  by: number
  axis: number
  bottom: number
}
type Box = { width: number; height: number }

const cover = (outline: Map<number, Span>, at: number, left: number, right: number): void => {
  const span = outline.get(at)
  if (!span) outline.set(at, { left, right })
  else {
    span.left = Math.min(span.left, left)
    span.right = Math.max(span.right, right)
  }
}

const blockOf = (middles: Map<string, number>, top: number, box: Box): Block => {
  const outline = new Map<number, Span>()
  for (let at = Math.floor(top / strip); at * strip < top + box.height; at += 1)
    outline.set(at, { left: -box.width / 2, right: box.width / 2 })
  return { middles, outline, by: 0, axis: 0, bottom: top + box.height }
}

/** Makes room around the body of a loop for its frame. */
function framed(block: Block): Block {
  const outline = new Map<number, Span>()
  for (const [at, { left, right }] of block.outline)
    for (const near of [at - 1, at, at + 1]) cover(outline, near, left - frame, right + frame)
  return { ...block, outline, bottom: block.bottom + frame }
}

/** Puts what a block keeps into a larger one, moved sideways by `by`. */
function pour(from: Block, into: Pick<Block, 'middles' | 'outline'>, by: number): void {
  for (const [id, middle] of from.middles) into.middles.set(id, middle + by)
  for (const [at, { left, right }] of from.outline) cover(into.outline, at, left + by, right + by)
}

/**
 * Puts `added` into `block`, moved sideways by `by`. The smaller of the two is copied: a chain of
 * many steps would be copied once for each.
 */
function merge(block: Block, added: Block, by: number): void {
  const { middles, outline } = added
  if (outline.size + middles.size > block.outline.size + block.middles.size) {
    const moved = added.by + by
    pour(block, added, block.by - moved)
    Object.assign(block, { middles, outline, by: moved })
  } else pour(added, block, added.by + by - block.by)
  block.bottom = Math.max(block.bottom, added.bottom)
}

/** How far `added`, moved sideways by `moved`, must move to stand right (1) or left (-1) of the block. */
function distance(block: Block, added: Block, side: 1 | -1, moved = 0): number {
  let by = -Infinity
  const apart = added.by + moved - block.by
  const [small, large] =
    added.outline.size < block.outline.size
      ? [added.outline, block.outline]
      : [block.outline, added.outline]
  for (const at of small.keys()) {
    if (!large.has(at)) continue
    const span = added.outline.get(at)
    const there = block.outline.get(at)
    if (!span || !there) continue
    const near = side === 1 ? there.right - span.left - apart : span.right - there.left + apart
    by = Math.max(by, near + gap.x)
  }
  return by
}

/** The branch that goes straight on: one that is much longer than the others. */
function mainOf(row: Block[]): Block | undefined {
  const [longest, second] = [...row].sort((one, other) => other.bottom - one.bottom)
  if (!longest || !second || longest.middles.size > 2 * second.middles.size) return longest
  return undefined
}

/** Blocks side by side, in their order. */
function inRow(row: Block[]): Block | undefined {
  const main = mainOf(row)
  const heaviest = [...row].sort((one, other) => other.middles.size - one.middles.size)[0]
  if (!heaviest) return undefined
  const start = row.indexOf(heaviest)
  const axes = row.map(() => 0)
  axes[start] = heaviest.axis
  const whole = heaviest
  const put = (index: number, side: 1 | -1) => {
    const block = row[index]
    const neighbour = axes[index - side] ?? 0
    if (!block) return
    const least = (block.middles.size > 0 ? gap.x * 2 : lane) + side * (neighbour - block.axis)
    const by = side * Math.max(distance(whole, block, side), least)
    axes[index] = block.axis + by
    merge(whole, block, by)
  }
  for (let index = start + 1; index < row.length; index += 1) put(index, 1)
  for (let index = start - 1; index >= 0; index -= 1) put(index, -1)
  const first = axes[0] ?? 0
  const last = axes.at(-1) ?? 0
  whole.axis = main ? (axes[row.indexOf(main)] ?? 0) : (first + last) / 2
  return whole
}

/** Puts a block where it may, as near to the middle of the whole as what is there lets it. */
function putBelow(whole: Block, below: Block): void {
  const at = whole.axis - below.axis
  const right = distance(whole, below, 1, at)
  const left = distance(whole, below, -1, at)
  if (right === -Infinity) return merge(whole, below, at)
  merge(whole, below, at + (right <= left ? Math.max(0, right) : -Math.max(0, left)))
}

type Known = {
  sizes: ReadonlyMap<string, Box>
  tops: ReadonlyMap<string, number>
  /** The links that leave each step. */
  next: ReadonlyMap<string, LayoutLink[]>
  /** How many links enter each step. */
  entering: ReadonlyMap<string, number>
  /** The steps that each one dominates; under undefined the beginnings. */
  owned: ReadonlyMap<string | undefined, string[]>
  /** The blocks that are built and part of no other yet. */
  done: Map<string, Block>
}

const topOf = ({ tops }: Known, id: string): number => tops.get(id) ?? 0
const isAlone = ({ entering }: Known, id: string): boolean => entering.get(id) === 1

function take({ done }: Known, id: string): Block[] {
  const block = done.get(id)
  done.delete(id)
  return block ? [block] : []
}

/** The branches of a step: their blocks, and lanes for lines that pass beside them. */
function rowOf(known: Known, id: string): Block[] {
  const flow = (known.next.get(id) ?? []).filter(({ failure }) => !failure)
  const inOrder = [...flow].sort(
    (one, other) => one.branch - other.branch || topOf(known, one.to) - topOf(known, other.to),
  )
  return inOrder.flatMap((link) => {
    if (isAlone(known, link.to)) {
      const blocks = take(known, link.to)
      return link.body ? blocks.map(framed) : blocks
    }
    if (flow.length < 2) return []
    const from = topOf(known, id) + (known.sizes.get(id)?.height ?? 0)
    const height = Math.max(0, topOf(known, link.to) - from)
    return [blockOf(new Map(), from, { width: lane, height })]
  })
}

/** Puts the handler of a step aside, and below everything what its branches lead to together. */
function finish(known: Known, whole: Block, id: string | undefined): Block {
  const leaving = id === undefined ? [] : (known.next.get(id) ?? [])
  for (const { failure, to } of leaving)
    if (failure && isAlone(known, to))
      for (const handler of take(known, to)) {
        const least = whole.axis + gap.x * 2 - handler.axis
        merge(whole, handler, Math.max(distance(whole, handler, 1), least))
      }
  const joined = [...(known.owned.get(id) ?? [])].sort(
    (one, other) => topOf(known, one) - topOf(known, other),
  )
  for (const below of joined) for (const block of take(known, below)) putBelow(whole, block)
  return whole
}

function build(known: Known, id: string): Block {
  const size = known.sizes.get(id) ?? { width: 0, height: 0 }
  const own = blockOf(new Map([[id, 0]]), topOf(known, id), size)
  const whole = inRow(rowOf(known, id))
  if (!whole) return finish(known, own, id)
  merge(whole, own, whole.axis)
  return finish(known, whole, id)
}

/**
 * The middle of each step. Builds a block for each out of those of the steps that it dominates: its
 * branches in a row, below them what several of them lead to. `order`: each step after all that
 * lead to it.
 */
export function middlesOf(
  order: string[],
  places: Pick<Known, 'sizes' | 'tops'>,
  nearest: ReadonlyMap<string, string | undefined>,
  links: LayoutLink[],
): ReadonlyMap<string, number> {
  const next = new Map<string, LayoutLink[]>()
  const entering = new Map<string, number>()
  for (const link of links) {
    next.set(link.from, [...(next.get(link.from) ?? []), link])
    entering.set(link.to, (entering.get(link.to) ?? 0) + 1)
  }
  const owned = new Map<string | undefined, string[]>()
  for (const [id, owner] of nearest) owned.set(owner, [...(owned.get(owner) ?? []), id])
  const known: Known = { ...places, next, entering, owned, done: new Map() }
  for (const id of [...order].reverse()) known.done.set(id, build(known, id))
  const beginnings = (owned.get(undefined) ?? []).filter((id) => !entering.has(id))
  const whole = inRow(beginnings.flatMap((id) => take(known, id)))
  if (!whole) return new Map()
  const { middles, by } = finish(known, whole, undefined)
  return new Map([...middles].map(([id, middle]) => [id, middle + by]))
}
