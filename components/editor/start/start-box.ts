import type { NodeHandle } from '@xyflow/react'
import type { Step } from '#lib/domain/workflow/definition'
import { beginsBody } from '#lib/domain/workflow/loops'
import { arrow } from '../drawing/line-look.tsx'
import { handleIds, handlesOf, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { groupOfBox } from '../levels/shown-graph.ts'
import { gap } from '../model/layout/sizes.ts'
import { firstSteps } from './first-steps.ts'

/** The id of the box of what starts the workflow; no step can have it. */
export const startId = '@start'

/** Marks the box of a loop above the steps that it repeats. */
export const entryCategory = 'loop'

/** Wider than a step: it holds names and times side by side. */
const width = 272
/** Heights in pixels: the title, and each line below it, which a finger can hit. */
export const startSizes = { head: 36, line: 28, foot: 6 }

/** Above all steps, over the middle of those with which a run begins. */
function placeOf(first: readonly StepNode[], nodes: readonly StepNode[], height: number) {
  const middles = first.map(({ position, width: wide = 0 }) => position.x + wide / 2)
  const middle = (Math.min(...middles) + Math.max(...middles)) / 2
  const top = Math.min(...nodes.map(({ position }) => position.y))
  return { x: middle - width / 2, y: top - gap.y - height }
}

/** By the height of the box: the same objects tell the canvas that no line has moved. */
const handles = new Map<number, NodeHandle[]>()
function handlesFor(height: number): NodeHandle[] {
  const known = handles.get(height) ?? handlesOf([], { width, height })
  handles.set(height, known)
  return known
}

const linePrefix = `${startId}:`

/** The box to which a line from the start leads; undefined for other lines. */
export const boxOfStartLine = (id: string): string | undefined =>
  id.startsWith(linePrefix) ? id.slice(linePrefix.length) : undefined

/** A line that takes a step lies under the pointer as connections do, though it is none to select. */
const classOf = (box: string) =>
  groupOfBox(box) === undefined ? { className: 'canvas-start-line' } : {}

const lineTo = ({ id, data }: StepNode): LinkEdge => ({
  ...classOf(id),
  id: `${linePrefix}${id}`,
  type: 'link',
  source: startId,
  target: id,
  sourceHandle: handleIds.out,
  targetHandle: handleIds.in,
  data: { label: '', kind: 'start' },
  focusable: false,
  selectable: false,
  reconnectable: false,
  ariaLabel: `A run begins with ${data.title}`,
  markerEnd: arrow(false),
})

/** A box that stands for no step has what a step's box has, empty. */
export const noStep: StepNode['data'] = {
  title: '',
  typeTitle: '',
  doing: '',
  aside: '',
  icon: '',
  category: '',
  branches: '',
  branchLabels: '',
  errors: 0,
  warnings: 0,
  priority: '',
  ran: '',
  items: '',
  inside: '',
  free: '',
}

type Drawn = { nodes: StepNode[]; edges: LinkEdge[] }
/** The box that stands for a step where it is not its own. */
type BoxOf = ReadonlyMap<string, string>

/** The boxes of steps, each once. */
function boxesOf(steps: readonly Step[], nodes: readonly StepNode[], boxOf: BoxOf): StepNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const ids = new Set(steps.map(({ id }) => boxOf.get(id) ?? id))
  return [...ids].flatMap((id) => byId.get(id) ?? [])
}

/** A box of a given height above the boxes to which it leads. */
function above(
  first: readonly StepNode[],
  nodes: readonly StepNode[],
  height: number,
  words: Partial<StepNode['data']>,
): Drawn {
  if (first.length === 0) return { nodes: [], edges: [] }
  const box: StepNode = {
    id: startId,
    type: 'start',
    position: placeOf(first, nodes, height),
    width,
    height,
    measured: { width, height },
    handles: handlesFor(height),
    data: { ...noStep, ...words },
    draggable: false,
    selectable: false,
    focusable: false,
    connectable: false,
  }
  return { nodes: [box], edges: first.map(lineTo) }
}

/**
 * The box of what starts the workflow, in so many lines, and the lines from it to the first steps.
 * A workflow without steps has none: the empty canvas says what to do.
 */
export function startBox(
  steps: readonly Step[],
  nodes: readonly StepNode[],
  lines: number,
  boxOf: BoxOf = new Map(),
): Drawn {
  const height = startSizes.head + lines * startSizes.line + startSizes.foot
  const first = boxesOf(firstSteps(steps), nodes, boxOf)
  return above(first, nodes, height, { title: 'Start' })
}

/** The box of the loop whose level is open, and the lines from it to the steps that it repeats. */
export function entryBox(
  steps: readonly Step[],
  nodes: readonly StepNode[],
  loop: string,
  boxOf: BoxOf,
): Drawn {
  const begun = steps.filter(({ after }) => after.some((edge) => beginsBody(edge, loop)))
  const title = steps.find(({ id }) => id === loop)?.title || loop
  return above(boxesOf(begun, nodes, boxOf), nodes, startSizes.head + startSizes.foot, {
    title,
    category: entryCategory,
  })
}
