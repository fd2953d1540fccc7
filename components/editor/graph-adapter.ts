import { MarkerType, Position, type Edge, type Node, type NodeHandle } from '@xyflow/react'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { branchNames, type StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { layered, layoutInput, type Positions } from './model/layout/layout.ts'
import type { ProblemCount } from './model/problems-by-step.ts'
import { linksOf, type Link } from './model/graph.ts'
import { heightOf, nodeHeight, widthOf } from './model/layout/sizes.ts'

/** What a step's box shows: primitives only, so that an unchanged step is never drawn again. */
export type StepNodeData = {
  title: string
  typeTitle: string
  icon: string
  category: string
  /** Branch names joined by newlines; empty when the step does not branch. */
  branches: string
  errors: number
  warnings: number
  /** Screens only; empty for other steps. */
  priority: string
}
export type StepNode = Node<StepNodeData, 'step'>
export type LinkEdge = Edge<{ label: string; kind: Link['kind'] }, 'link'>

export const handleIds = { in: 'in', out: 'out', failure: 'failure' } as const
const branchHandle = (branch: string) => `via:${branch}`

/** The branch that a source handle stands for; undefined for the plain one. */
export const branchOfHandle = (handle: string | null | undefined): string | undefined =>
  handle?.startsWith('via:') ? handle.slice(4) : undefined

const linkId = (link: Link): string => `${link.kind}:${link.from}:${link.via ?? ''}:${link.to}`

/** The connection that an edge of the canvas stands for. */
export function linkOfEdge(id: string, definition: Definition): Link | undefined {
  return linksOf(definition).find((link) => linkId(link) === id)
}

export const branchesOfStep = (step: Step, types: ReadonlyMap<string, StepTypeInfo>): string[] =>
  branchNames(types.get(step.type)?.branches, step.config) ?? []

/**
 * Where each step stands: its own position, or, where steps have none (imported, made by API), a
 * layout of the whole.
 */
export function positionsOf(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
): Positions {
  const given = definition.steps.filter((step) => step.position)
  if (given.length === definition.steps.length)
    return Object.fromEntries(given.map((step) => [step.id, step.position ?? { x: 0, y: 0 }]))
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  return layered(
    layoutInput(definition, (id) => branchesOfStep(byId.get(id) as Step, types).length),
  )
}

/**
 * Handles are given, not measured: measuring 1,000 boxes is what makes other editors slow to open.
 */
function handlesOf(branches: string[]): NodeHandle[] {
  const half = 6
  const at = (
    id: string,
    type: 'source' | 'target',
    position: Position,
    x: number,
    y: number,
  ): NodeHandle => ({
    id,
    type,
    position,
    x: x - half,
    y: y - half,
    width: half * 2,
    height: half * 2,
  })
  const width = widthOf(branches.length)
  const height = heightOf(branches.length)
  return [
    at(handleIds.in, 'target', Position.Top, width / 2, 0),
    at(handleIds.failure, 'source', Position.Right, width, nodeHeight / 2),
    ...(branches.length === 0
      ? [at(handleIds.out, 'source', Position.Bottom, width / 2, height)]
      : branches.map((branch, index) =>
          at(
            branchHandle(branch),
            'source',
            Position.Bottom,
            width * branchShare(index, branches.length),
            height,
          ),
        )),
  ]
}

/** Middle of a branch's part of the box, as a share of its width. */
export const branchShare = (index: number, count: number): number => (index + 0.5) / count

export type NodeInputs = {
  definition: Definition
  types: ReadonlyMap<string, StepTypeInfo>
  positions: Positions
  selection: ReadonlySet<string>
  problems: ReadonlyMap<string, ProblemCount>
}

/**
 * Draws nodes from the definition and keeps the objects of those that did not change, which is what
 * React compares.
 */
export function createNodeCache(): (inputs: NodeInputs) => StepNode[] {
  let cache = new Map<string, { key: string; step: Step; node: StepNode }>()
  return ({ definition, types, positions, selection, problems }) => {
    const next = new Map<string, { key: string; step: Step; node: StepNode }>()
    const nodes = definition.steps.map((step) => {
      const position = positions[step.id] ?? { x: 0, y: 0 }
      const found = problems.get(step.id)
      const selected = selection.has(step.id)
      const key = `${position.x}|${position.y}|${selected}|${found?.errors ?? 0}|${found?.warnings ?? 0}`
      const before = cache.get(step.id)
      const entry =
        before?.step === step && before.key === key
          ? before
          : { key, step, node: nodeOf(step, types, position, selected, found, before?.node) }
      next.set(step.id, entry)
      return entry.node
    })
    cache = next
    return nodes
  }
}

function nodeOf(
  step: Step,
  types: ReadonlyMap<string, StepTypeInfo>,
  position: { x: number; y: number },
  selected: boolean,
  problems: ProblemCount | undefined,
  before: StepNode | undefined,
): StepNode {
  const type = types.get(step.type)
  const branches = branchesOfStep(step, types)
  const data: StepNodeData = {
    title: step.title || step.id,
    typeTitle: type?.title ?? `Unknown type “${step.type}”`,
    icon: type?.icon ?? '',
    category: type?.category ?? '',
    branches: branches.join('\n'),
    errors: problems?.errors ?? 0,
    warnings: problems?.warnings ?? 0,
    priority: type?.screen ? String(step.priority ?? 0) : '',
  }
  const same =
    before &&
    (Object.keys(data) as (keyof StepNodeData)[]).every((key) => before.data[key] === data[key])
  const faults = data.errors + data.warnings
  return {
    id: step.id,
    type: 'step',
    position,
    width: widthOf(branches.length),
    height: heightOf(branches.length),
    // React Flow moves only what it believes measured; these sizes are exact, so it may believe
    // them.
    measured: { width: widthOf(branches.length), height: heightOf(branches.length) },
    handles: same && before.handles ? before.handles : handlesOf(branches),
    data: same ? before.data : data,
    selected,
    ariaRole: 'button',
    ariaLabel: `Step ${data.title}, ${data.typeTitle}${faults > 0 ? `, ${faults} ${faults === 1 ? 'problem' : 'problems'}` : ''}`,
    domAttributes: { 'aria-pressed': selected, 'aria-roledescription': 'step' },
  }
}

/**
 * Where a connection leaves its step. One by a branch that is not there (any more) leaves by the
 * first, so that it stays visible and can be corrected.
 */
function sourceHandleOf(link: Link, branches: string[]): string {
  if (link.kind === 'failure') return handleIds.failure
  const branch = link.via !== undefined && branches.includes(link.via) ? link.via : branches[0]
  return branch === undefined ? handleIds.out : branchHandle(branch)
}

/** Draws the connections; the object of an unchanged one is kept. */
export function createEdgeCache(): (
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  selected: ReadonlySet<string>,
) => LinkEdge[] {
  let cache = new Map<string, LinkEdge>()
  return (definition, types, selected) => {
    const branches = new Map(definition.steps.map((step) => [step.id, branchesOfStep(step, types)]))
    const titles = new Map(definition.steps.map((step) => [step.id, step.title || step.id]))
    const next = new Map<string, LinkEdge>()
    for (const link of linksOf(definition)) {
      const { from, to } = link
      if (!titles.has(from) || !titles.has(to)) continue
      const id = linkId(link)
      const label = link.kind === 'failure' ? 'on failure' : (link.via ?? '')
      const ariaLabel = `Connection from ${titles.get(from)} to ${titles.get(to)}${label ? `, ${label}` : ''}`
      const before = cache.get(id)
      const sourceHandle = sourceHandleOf(link, branches.get(from) ?? [])
      const same =
        before &&
        before.selected === selected.has(id) &&
        before.ariaLabel === ariaLabel &&
        before.sourceHandle === sourceHandle
      next.set(
        id,
        same ? before : edgeOf(link, id, sourceHandle, label, ariaLabel, selected.has(id)),
      )
    }
    cache = next
    return [...next.values()]
  }
}

function edgeOf(
  link: Link,
  id: string,
  sourceHandle: string,
  label: string,
  ariaLabel: string,
  selected: boolean,
): LinkEdge {
  const failure = link.kind === 'failure'
  return {
    id,
    type: 'link',
    source: link.from,
    target: link.to,
    sourceHandle,
    targetHandle: handleIds.in,
    data: { label, kind: link.kind },
    selected,
    ariaLabel,
    ariaRole: 'button',
    markerEnd: {
      type: MarkerType.ArrowClosed,
      width: 16,
      height: 16,
      color: failure ? 'var(--destructive)' : 'var(--muted-foreground)',
    },
  }
}
