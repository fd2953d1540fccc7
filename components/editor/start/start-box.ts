import type { NodeHandle } from '@xyflow/react'
import type { Step } from '#lib/domain/workflow/definition'
import { arrow, handleIds, handlesOf, type LinkEdge, type StepNode } from '../graph-adapter.ts'
import { gap } from '../model/layout/sizes.ts'
import { firstSteps } from './first-steps.ts'

/** The id of the box of what starts the workflow; no step can have it. */
export const startId = '@start'

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

const lineTo = ({ id, data }: StepNode): LinkEdge => ({
  id: `${startId}:${id}`,
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
  icon: '',
  category: '',
  branches: '',
  branchLabels: '',
  errors: 0,
  warnings: 0,
  priority: '',
  ran: '',
  items: '',
  free: '',
}

/**
 * The box of what starts the workflow, in so many lines, and the lines from it to the first steps.
 * A workflow without steps has none: the empty canvas says what to do.
 */
export function startBox(
  steps: readonly Step[],
  nodes: readonly StepNode[],
  lines: number,
): { nodes: StepNode[]; edges: LinkEdge[] } {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const first = firstSteps(steps).flatMap(({ id }) => byId.get(id) ?? [])
  if (first.length === 0) return { nodes: [], edges: [] }
  const height = startSizes.head + lines * startSizes.line + startSizes.foot
  const box: StepNode = {
    id: startId,
    type: 'start',
    position: placeOf(first, nodes, height),
    width,
    height,
    measured: { width, height },
    handles: handlesFor(height),
    data: { ...noStep, title: 'Start' },
    draggable: false,
    selectable: false,
    focusable: false,
    connectable: false,
  }
  return { nodes: [box], edges: first.map(lineTo) }
}
