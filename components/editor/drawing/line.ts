import type { Link } from '../model/graph.ts'
import { cornersOf, failureCorners } from './route.ts'

type Point = { x: number; y: number }

/** The corners of a connection as it is drawn, near and far. */
export const lineOf = (
  kind: Link['kind'] | 'start',
  from: Point,
  to: Point,
  lane: number | undefined,
): Point[] => {
  if (kind === 'failure') return failureCorners(from, to)
  return to.y > from.y ? cornersOf(from, to, lane) : upwards(from, to)
}

/** A line to a step above goes around both. */
function upwards(from: Point, to: Point): Point[] {
  const beside = Math.min(from.x, to.x) - 150
  return [
    from,
    { x: from.x, y: from.y + 24 },
    { x: beside, y: from.y + 24 },
    { x: beside, y: to.y - 24 },
    { x: to.x, y: to.y - 24 },
    to,
  ]
}
