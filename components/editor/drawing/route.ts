type Point = { x: number; y: number }
export type Box = Point & { width: number; height: number }

/** The space between a box and a line that passes it or bends below it. */
const clear = 18
const corner = 10
/** Lines shorter than this have no box beside them that they could cross. */
const shortLine = 96

/** Boxes that can be asked which of them lie between two heights. */
export function createBoxes(boxes: readonly Box[]) {
  const sorted = [...boxes].sort((one, other) => one.y - other.y)
  const highest = Math.max(0, ...boxes.map(({ height }) => height))
  const firstBelow = (y: number): number => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle]?.y ?? 0) < y) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    between(top: number, bottom: number): Box[] {
      const found: Box[] = []
      for (let at = firstBelow(top - highest); at < sorted.length; at += 1) {
        const box = sorted[at]
        if (!box || box.y >= bottom) break
        if (box.y + box.height > top) found.push(box)
      }
      return found
    },
  }
}

/**
 * Where a long line runs downwards: straight from its beginning or to its end where no box is in
 * its way, else past the boxes by the shortest way. Undefined for a short line, or one upwards.
 */
export function laneOf(
  from: Point,
  to: Point,
  boxes: ReturnType<typeof createBoxes>,
  prefersEnd: boolean,
): number | undefined {
  if (to.y - from.y < shortLine) return undefined
  const inTheWay = boxes.between(from.y + clear / 2, to.y - clear / 2)
  const isFree = (x: number) =>
    inTheWay.every((box) => x <= box.x - clear / 2 || x >= box.x + box.width + clear / 2)
  const [first, second] = prefersEnd ? [to.x, from.x] : [from.x, to.x]
  if (isFree(first)) return first
  if (isFree(second)) return second
  let best: { x: number; cost: number } | undefined
  for (const box of inTheWay)
    for (const x of [box.x - clear, box.x + box.width + clear]) {
      const cost = Math.abs(x - from.x) + Math.abs(x - to.x)
      if ((!best || cost < best.cost) && isFree(x)) best = { x, cost }
    }
  return best?.x
}

/** The corners of a line from the foot of a step to the head of another. */
export function cornersOf(from: Point, to: Point, lane: number | undefined): Point[] {
  const first = Math.min(from.y + clear + 8, (from.y + to.y) / 2)
  const last = Math.max(to.y - clear - 8, (from.y + to.y) / 2)
  const points =
    lane === undefined
      ? [from, { x: from.x, y: (from.y + to.y) / 2 }, { x: to.x, y: (from.y + to.y) / 2 }, to]
      : [
          from,
          { x: from.x, y: first },
          { x: lane, y: first },
          { x: lane, y: last },
          { x: to.x, y: last },
          to,
        ]
  return points.filter(
    (point, index) => index === 0 || Math.hypot(...between(points[index - 1], point)) > 0.5,
  )
}

const between = (one: Point | undefined, other: Point): [number, number] => [
  other.x - (one?.x ?? 0),
  other.y - (one?.y ?? 0),
]

/** A path along the points with round corners. */
export function roundedPath(points: readonly Point[]): string {
  const [start] = points
  if (!start) return ''
  let path = `M${start.x} ${start.y}`
  for (let at = 1; at < points.length; at += 1) {
    const point = points[at]
    const next = points[at + 1]
    if (!point) continue
    if (!next) {
      path += `L${point.x} ${point.y}`
      continue
    }
    const into = between(points[at - 1], point)
    const away = between(point, next)
    const long = [Math.hypot(...into), Math.hypot(...away)]
    const radius = Math.min(corner, (long[0] ?? 0) / 2, (long[1] ?? 0) / 2)
    const toward = (by: [number, number], length: number, sign: number) =>
      `${point.x + (sign * by[0] * radius) / (length || 1)} ` +
      `${point.y + (sign * by[1] * radius) / (length || 1)}`
    path += `L${toward(into, long[0] ?? 1, -1)}Q${point.x} ${point.y} ${toward(away, long[1] ?? 1, 1)}`
  }
  return path
}

/** The line of a handler leaves its step on the right and comes to it from above. */
export function failureCorners(from: Point, to: Point): Point[] {
  if (to.x > from.x + corner && to.y > from.y + corner) return [from, { x: to.x, y: from.y }, to]
  const out = from.x + clear + 8
  const above = to.y - clear - 8
  return [from, { x: out, y: from.y }, { x: out, y: above }, { x: to.x, y: above }, to]
}

/** The middle of the longest piece: the place of a line's name and of its +. */
export function middleOf(points: readonly Point[]): Point {
  let longest = -1
  let middle = points[0] ?? { x: 0, y: 0 }
  points.forEach((point, index) => {
    const next = points[index + 1]
    if (!next) return
    const length = Math.hypot(...between(point, next))
    if (length <= longest) return
    longest = length
    middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }
  })
  return middle
}
