type Point = { x: number; y: number }
type Box = Point & { width: number; height: number }
type Band = { from: number; length: number }

/** Takes out of the drawing what is empty since boxes are collapsed, and puts it back. */
export type Gaps = {
  /** The place in the drawing of a place of the definition. */
  toView(at: Point): Point
  /** The place of the definition of one in the drawing. */
  toModel(at: Point): Point
}

type Stretch = { from: number; to: number }

/** The parts of a stretch that no other one covers. The others are sorted by their beginnings. */
function uncovered({ from, to }: Stretch, others: readonly Stretch[]): Stretch[] {
  const free: Stretch[] = []
  let at = from
  for (const other of others) {
    if (other.from >= to) break
    if (other.from > at) free.push({ from: at, to: other.from })
    at = Math.max(at, other.to)
  }
  return at < to ? [...free, { from: at, to }] : free
}

/** The empty bands along one axis; each leaves so much space between its neighbours. */
function bandsOf(areas: readonly Stretch[], boxes: readonly Stretch[], space: number): Band[] {
  const taken = boxes
    .map(({ from, to }) => ({ from, to: to + space }))
    .sort((one, other) => one.from - other.from)
  const bands = areas
    .flatMap((area) => uncovered(area, taken))
    .sort((one, other) => one.from - other.from)
  const joined: Stretch[] = []
  for (const band of bands) {
    const last = joined.at(-1)
    if (last && band.from <= last.to) last.to = Math.max(last.to, band.to)
    else joined.push({ ...band })
  }
  return joined.map(({ from, to }) => ({ from, length: to - from }))
}

function without(bands: readonly Band[], at: number): number {
  let gone = 0
  for (const { from, length } of bands) {
    if (at <= from) break
    gone += Math.min(length, at - from)
  }
  return at - gone
}

function withAgain(bands: readonly Band[], at: number): number {
  let real = at
  for (const { from, length } of bands) {
    if (real < from) break
    real += length
  }
  return real
}

const along = (boxes: readonly Box[], axis: 'x' | 'y'): Stretch[] =>
  boxes.map((box) => ({
    from: box[axis],
    to: box[axis] + (axis === 'x' ? box.width : box.height),
  }))

/**
 * Closes the gaps that collapsed loops and groups leave: rows and columns within their areas in
 * which no box stands. Boxes keep their order and their sizes, and none comes to lie on another.
 */
export function closeGaps(areas: readonly Box[], boxes: readonly Box[], space: Point): Gaps {
  const columns = bandsOf(along(areas, 'x'), along(boxes, 'x'), space.x)
  const rows = bandsOf(along(areas, 'y'), along(boxes, 'y'), space.y)
  return {
    toView: ({ x, y }) => ({ x: without(columns, x), y: without(rows, y) }),
    toModel: ({ x, y }) => ({ x: withAgain(columns, x), y: withAgain(rows, y) }),
  }
}
