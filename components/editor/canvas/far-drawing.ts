import { handleIds, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { lineOf } from '../drawing/line.ts'
import { roundedPath } from '../drawing/route.ts'
import { handlePlace, isLedAlike, type Drawn } from './lanes.ts'
import { tintOfState } from '../drawing/state-looks.tsx'
import { tintOf } from '../drawing/tints.ts'
import type { LoopFrame } from '../model/layout/loop-frames.ts'
import { nodeHeight } from '../model/layout/sizes.ts'

export type View = { x: number; y: number; zoom: number; width: number; height: number }
/** The colours, and the family of the letters. */
export type Colours = Record<
  'card' | 'border' | 'text' | 'line' | 'primary' | 'failure' | 'warning' | 'font',
  string
>
/** All lines of one look as one path: one call draws them. */
type LineKind = 'flow' | 'failure' | 'taken' | 'added' | 'removed'
export type Lines = Record<LineKind, Path2D>

/** Of which look a line is; from far there is none fainter than the others. */
function lookOf({ data }: LinkEdge): LineKind {
  if (data?.kind === 'failure') return 'failure'
  const state = data?.state
  return state === 'taken' || state === 'added' || state === 'removed' ? state : 'flow'
}

/** The colours and the letters of the page, or those that the person's system forces. */
function coloursOf(element: Element, isForced: boolean): Colours {
  const style = getComputedStyle(element)
  const font = style.fontFamily
  if (isForced)
    return {
      font,
      card: 'Canvas',
      border: 'CanvasText',
      text: 'CanvasText',
      line: 'CanvasText',
      primary: 'Highlight',
      failure: 'CanvasText',
      warning: 'CanvasText',
    }
  const of = (name: string) => style.getPropertyValue(name).trim()
  return {
    font,
    card: of('--card'),
    border: of('--input') || of('--border'),
    text: of('--foreground'),
    line: of('--muted-foreground'),
    primary: of('--primary'),
    failure: of('--destructive'),
    warning: '#d97706',
  }
}

/**
 * The colours, read anew only with another theme: the browser works out all styles for them, and a
 * drawing follows each move.
 */
export function createColours(): (element: Element) => Colours {
  let read: { theme: string; colours: Colours } | undefined
  return (element) => {
    const isForced = window.matchMedia('(forced-colors: active)').matches
    const theme = `${document.documentElement.className} ${isForced}`
    if (read?.theme !== theme) read = { theme, colours: coloursOf(element, isForced) }
    return read.colours
  }
}

/**
 * Makes paths of the lines, anew only after a change of a place: what is typed into a step moves
 * none, though it changes the names of its connections.
 */
export function createPaths(): (drawn: Drawn) => Lines {
  let before: Drawn | undefined
  let lines: Lines | undefined
  return (drawn) => {
    const isSame =
      before !== undefined &&
      isLedAlike(before, drawn) &&
      drawn.edges.every((edge, at) => edge.data?.state === before?.edges[at]?.data?.state)
    if (!lines || !isSame) lines = newLines(drawn)
    before = drawn
    return lines
  }
}

function newLines({ nodes, edges }: Drawn): Lines {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const lines: Lines = {
    flow: new Path2D(),
    failure: new Path2D(),
    taken: new Path2D(),
    added: new Path2D(),
    removed: new Path2D(),
  }
  for (const edge of edges) {
    const { source, target, sourceHandle, data } = edge
    const from = byId.get(source)
    const to = byId.get(target)
    if (!from || !to || !data) continue
    const ends = [handlePlace(from, sourceHandle), handlePlace(to, handleIds.in)] as const
    const path = new Path2D(roundedPath(lineOf(data.kind, ...ends, data.lane)))
    lines[lookOf(edge)].addPath(path)
  }
  return lines
}

/** Letters that fit into a width, by their size; measuring is slow, so each cut is kept. */
function createCut(): (context: CanvasRenderingContext2D, text: string, width: number) => string {
  const known = new Map<string, string>()
  return (context, text, width) => {
    const key = `${text}|${Math.round(width)}`
    const before = known.get(key)
    if (before !== undefined) return before
    let cut = text
    while (cut.length > 1 && context.measureText(cut).width > width)
      cut = `${cut.slice(0, cut.length > 2 ? -2 : 0).trimEnd()}…`
    if (known.size > 5000) known.clear()
    known.set(key, cut)
    return cut
  }
}
const cutTo = createCut()

/** Below this height in pixels of the window a box has no room for a name. */
const leastNamed = 9

/** The first step under a point of the canvas. */
export const stepAt = (
  nodes: readonly StepNode[],
  { x, y }: { x: number; y: number },
): StepNode | undefined =>
  nodes.findLast(
    ({ position, width = 0, height = 0 }) =>
      x >= position.x && x <= position.x + width && y >= position.y && y <= position.y + height,
  )

/** The frames of loops as one path; from far their names could not be read. */
export function framesOf(loops: readonly LoopFrame[]): Path2D {
  const path = new Path2D()
  for (const { x, y, width, height } of loops) path.roundRect(x, y, width, height, 12)
  return path
}

type Far = { nodes: readonly StepNode[]; lines: Lines; loops: Path2D }

/** Draws the workflow as it is seen from far: boxes with names, and lines. */
export function drawFar(
  context: CanvasRenderingContext2D,
  { nodes, lines, loops }: Far,
  view: View,
  colours: Colours,
): void {
  const ratio = context.canvas.width / Math.max(1, view.width)
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
  const { zoom } = view
  context.setTransform(zoom * ratio, 0, 0, zoom * ratio, view.x * ratio, view.y * ratio)
  const frames = nodes.filter(({ type }) => type === 'groupFrame')
  drawLoops(context, loops, zoom, colours)
  drawFrames(context, frames, zoom)
  drawLines(context, lines, zoom, colours)
  const left = -view.x / zoom
  const top = -view.y / zoom
  const right = left + view.width / zoom
  const bottom = top + view.height / zoom
  const shown = nodes.filter(
    ({ type, position: { x, y }, width = 0, height = 0 }) =>
      type !== 'groupFrame' && x < right && x + width > left && y < bottom && y + height > top,
  )
  drawBoxes(context, shown, zoom, colours)
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  drawNames(context, shown, view, colours)
  drawGroupNames(context, frames, view, colours)
}

function drawLoops(
  context: CanvasRenderingContext2D,
  loops: Path2D,
  zoom: number,
  colours: Colours,
): void {
  context.fillStyle = colours.primary
  context.strokeStyle = colours.primary
  context.lineWidth = 1 / zoom
  context.setLineDash([3 / zoom, 3 / zoom])
  context.globalAlpha = 0.05
  context.fill(loops)
  context.globalAlpha = 0.4
  context.stroke(loops)
  context.globalAlpha = 1
  context.setLineDash([])
}

function drawLines(
  context: CanvasRenderingContext2D,
  lines: Lines,
  zoom: number,
  colours: Colours,
): void {
  context.lineWidth = Math.max(1, 1 / zoom)
  context.strokeStyle = colours.line
  context.stroke(lines.flow)
  context.lineWidth = Math.max(1.5, 1.5 / zoom)
  context.strokeStyle = colours.primary
  context.stroke(lines.taken)
  context.strokeStyle = tintOfState('added') ?? colours.line
  context.stroke(lines.added)
  context.strokeStyle = colours.failure
  context.setLineDash([6 / zoom, 4 / zoom])
  context.stroke(lines.removed)
  context.lineWidth = Math.max(1, 1 / zoom)
  context.stroke(lines.failure)
  context.setLineDash([])
}

/** The frames of groups, below all else. */
function drawFrames(
  context: CanvasRenderingContext2D,
  frames: readonly StepNode[],
  zoom: number,
): void {
  for (const { position, width = 0, height = 0, data } of frames) {
    context.beginPath()
    context.roundRect(position.x, position.y, width, height, 12)
    context.fillStyle = tintOf(data.category)
    context.globalAlpha = 0.12
    context.fill()
    context.globalAlpha = 0.8
    context.lineWidth = 1.5 / zoom
    context.strokeStyle = tintOf(data.category)
    context.stroke()
    context.globalAlpha = 1
  }
}

/** The letters of the names of groups, in pixels of the window. */
const groupLetters = 14

/**
 * The names of groups: at the heads of their frames while steps have names, and in their middle,
 * over what cannot be read any more, from further away.
 */
function drawGroupNames(
  context: CanvasRenderingContext2D,
  frames: readonly StepNode[],
  { x, y, zoom }: View,
  colours: Colours,
): void {
  const isFarthest = nodeHeight * zoom < leastNamed
  context.font = `700 ${groupLetters}px ${colours.font}`
  context.textBaseline = 'middle'
  for (const { position, width = 0, height = 0, data } of frames) {
    const name = cutTo(context, data.title, Math.max(40, width * zoom - 12))
    const wide = context.measureText(name).width + 12
    const high = groupLetters + 8
    const left = position.x * zoom + x
    const top = position.y * zoom + y
    const at = isFarthest
      ? { x: left + (width * zoom - wide) / 2, y: top + (height * zoom - high) / 2 }
      : { x: left, y: top - high / 2 }
    context.beginPath()
    context.roundRect(at.x, at.y, wide, high, 6)
    context.fillStyle = colours.card
    context.fill()
    context.globalAlpha = 0.25
    context.fillStyle = tintOf(data.category)
    context.fill()
    context.globalAlpha = 1
    context.fillStyle = colours.text
    context.fillText(name, at.x + 6, at.y + high / 2)
  }
}

function drawBoxes(
  context: CanvasRenderingContext2D,
  shown: readonly StepNode[],
  zoom: number,
  colours: Colours,
): void {
  for (const { position, width = 0, height = 0, data, selected } of shown) {
    context.beginPath()
    context.roundRect(position.x, position.y, width, height, 8)
    context.fillStyle = colours.card
    context.fill()
    context.globalAlpha = 0.22
    context.fillStyle = tintOf(data.category)
    context.fill()
    context.globalAlpha = 1
    const isMarked = data.errors > 0 || selected === true || tintOfState(data.ran) !== undefined
    context.lineWidth = (isMarked ? 2.5 : 1) / zoom
    context.strokeStyle = borderOf(data, selected === true, colours)
    context.stroke()
  }
}

function borderOf(data: StepNode['data'], selected: boolean, colours: Colours): string {
  if (selected) return colours.primary
  if (data.errors > 0) return colours.failure
  return tintOfState(data.ran) ?? colours.border
}

function drawNames(
  context: CanvasRenderingContext2D,
  shown: readonly StepNode[],
  { x, y, zoom }: View,
  colours: Colours,
): void {
  context.fillStyle = colours.text
  context.textBaseline = 'middle'
  const size = Math.max(9, Math.min(13, 64 * zoom * 0.5))
  context.font = `600 ${size}px ${colours.font}`
  for (const { position, width = 0, height = 0, data } of shown) {
    if (height * zoom < leastNamed) continue
    const room = width * zoom - 8
    const name = cutTo(context, data.title, room)
    context.fillText(name, position.x * zoom + x + 4, (position.y + height / 2) * zoom + y)
  }
}
