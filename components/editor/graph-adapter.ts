import { Position, type Edge, type Node, type NodeHandle } from '@xyflow/react'
import { countOf } from '#lib/domain/count-of'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { AsideMark } from './data/aside.ts'
import type { StepState } from './data/step-states.ts'
import { arrow, signed, wordsOfLine, type LineState } from './drawing/line-look.tsx'
import { wordsOfState } from './drawing/state-looks.tsx'
import type { Positions } from './model/layout/layout.ts'
import { branchesOfStep } from './model/layout/positions.ts'
import type { ProblemCount } from './model/problems-by-step.ts'
import { linkId, linksOf, type Link } from './model/graph.ts'
import { branchShare, heightOf, nodeHeight, widthOf } from './model/layout/sizes.ts'

/** What a step's box shows: only primitives, so that an unchanged step is not drawn again. */
export type StepNodeData = {
  title: string
  typeTitle: string
  /** What it does, by its settings; empty where only its type is known. */
  doing: string
  icon: string
  category: string
  /** Whether tries leave it out, or take what somebody pinned; empty for neither. */
  aside: AsideMark | ''
  /** Branch names joined by newlines; empty when the step does not branch. */
  branches: string
  /** What people read for the branches, in the same form. */
  branchLabels: string
  errors: number
  warnings: number
  /** Of screens that have one; empty for other steps. */
  priority: string
  /** What became of it in a run, or from one version to another; empty when nothing did. */
  ran: StepState['status'] | ''
  /** How many items a loop had there, or how many fields changed; empty for other steps. */
  items: string
  /** How many steps a collapsed loop or a group holds; empty for other boxes. */
  inside: string
  /** The ids of the source handles that no connection leaves, joined by newlines. */
  free: string
}
/**
 * The box of a step, of what starts the workflow (`start/start-box.ts`), of a note
 * (`notes/note-nodes.ts`), or the frame or box of a group (`groups/group-nodes.ts`).
 */
export type StepNode = Node<StepNodeData, 'step' | 'start' | 'note' | 'groupFrame' | 'groupBox'>
/**
 * `lane`: where a long line runs downwards; `way`: by what it is taken; `merged`: how many
 * connections it stands for, when they are several; `state`: what the drawing says of it.
 */
export type LinkEdge = Edge<
  {
    label: string
    kind: Link['kind'] | 'start'
    way?: string
    merged?: number
    state?: LineState | undefined
    lane?: number | undefined
  },
  'link'
>

/** The ids of the handles of a step that are no branch. */
export const handleIds = { in: 'in', out: 'out', failure: 'failure' } as const
/** The source handle of a branch. */
export const branchHandle = (branch: string): string => `via:${branch}`

/** The branch of a source handle; undefined for a step that does not branch. */
export const branchOfHandle = (handle: string | null | undefined): string | undefined =>
  handle?.startsWith('via:') ? handle.slice(4) : undefined

/** The connection of an edge of the canvas. */
export function linkOfEdge(id: string, definition: Definition): Link | undefined {
  return linksOf(definition).find((link) => linkId(link) === id)
}

/** The handles by which connections leave each step. */
function usedHandles(
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
): Map<string, Set<string>> {
  const branches = new Map(definition.steps.map((step) => [step.id, branchesOfStep(step, types)]))
  const used = new Map<string, Set<string>>()
  for (const link of linksOf(definition)) {
    const handles = used.get(link.from) ?? new Set()
    used.set(link.from, handles.add(sourceHandleOf(link, branches.get(link.from) ?? [])))
  }
  return used
}

const handleSize = 12

const handleAt = (
  id: string,
  type: 'source' | 'target',
  position: Position,
  x: number,
  y: number,
): NodeHandle => ({
  id,
  type,
  position,
  x: x - handleSize / 2,
  y: y - handleSize / 2,
  width: handleSize,
  height: handleSize,
})

/** Handles are given, not measured: measuring 1,000 boxes makes an editor slow to open. */
export function handlesOf(
  branches: string[],
  size?: { width: number; height: number },
): NodeHandle[] {
  const count = branches.length
  const { width, height } = size ?? { width: widthOf(count), height: heightOf(count) }
  const outgoing = branches.map((branch, index) => {
    const x = width * branchShare(index, count)
    return handleAt(branchHandle(branch), 'source', Position.Bottom, x, height)
  })
  if (count === 0)
    outgoing.push(handleAt(handleIds.out, 'source', Position.Bottom, width / 2, height))
  return [
    handleAt(handleIds.in, 'target', Position.Top, width / 2, 0),
    handleAt(handleIds.failure, 'source', Position.Right, width, nodeHeight / 2),
    ...outgoing,
  ]
}

export type NodeInputs = {
  definition: Definition
  types: ReadonlyMap<string, StepTypeInfo>
  positions: Positions
  selection: ReadonlySet<string>
  problems: ReadonlyMap<string, ProblemCount>
  /** What each step does, in words. */
  words?: ReadonlyMap<string, string>
  /** What is set aside in tries. */
  asides?: ReadonlyMap<string, AsideMark> | undefined
  /** What became of the steps in the chosen run. */
  states?: ReadonlyMap<string, StepState>
  /** How many steps each collapsed loop holds. */
  inside?: ReadonlyMap<string, number>
  /** Where its states are of, for screen readers. */
  where?: string
}

/**
 * Draws nodes from the definition. The node of an unchanged step stays the same object, because
 * React compares objects.
 */
export function createNodeCache(): (inputs: NodeInputs) => StepNode[] {
  let cache = new Map<string, { key: string; step: Step; node: StepNode }>()
  return ({ definition, types, positions, selection, problems, ...said }) => {
    const { words, asides, states, inside, where = '' } = said
    const next = new Map<string, { key: string; step: Step; node: StepNode }>()
    const used = usedHandles(definition, types)
    const nodes = definition.steps.map((step) => {
      const position = positions[step.id] ?? { x: 0, y: 0 }
      const found = problems.get(step.id)
      const selected = selection.has(step.id)
      const counts = `${found?.errors ?? 0}|${found?.warnings ?? 0}`
      const state = states?.get(step.id)
      const ran = `${state?.status ?? ''}|${state?.items ?? ''}`
      const taken = used.get(step.id)
      const ends = [...(taken ?? [])].join()
      const hidden = inside?.get(step.id) ?? 0
      const doing = words?.get(step.id) ?? ''
      const aside = asides?.get(step.id) ?? ''
      const { x, y } = position
      const key = [doing, aside, x, y, selected, counts, ran, ends, hidden].join('|')
      const before = cache.get(step.id)
      const entry =
        before?.step === step && before.key === key
          ? before
          : {
              key,
              step,
              node: nodeOf(
                {
                  step,
                  types,
                  position,
                  selected,
                  doing,
                  aside,
                  problems: found,
                  state,
                  taken,
                  hidden,
                  where,
                },
                before?.node,
              ),
            }
      next.set(step.id, entry)
      return entry.node
    })
    cache = next
    return nodes
  }
}

type DrawnStep = {
  step: Step
  types: ReadonlyMap<string, StepTypeInfo>
  position: { x: number; y: number }
  selected: boolean
  doing: string
  aside: AsideMark | ''
  problems: ProblemCount | undefined
  state: StepState | undefined
  /** Its handles that connections leave. */
  taken: ReadonlySet<string> | undefined
  /** How many steps it holds while it is collapsed. */
  hidden: number
  where: string
}

function nodeOf(drawn: DrawnStep, before: StepNode | undefined): StepNode {
  const { step, types, position, selected, doing, aside, problems, state, taken, hidden, where } =
    drawn
  const type = types.get(step.type)
  const branches = branchesOfStep(step, types)
  const handles = branches.length > 0 ? branches.map(branchHandle) : [handleIds.out]
  const data: StepNodeData = {
    title: step.title || step.id,
    typeTitle: type?.title ?? `Unknown type “${step.type}”`,
    doing,
    icon: type?.icon ?? '',
    category: type?.category ?? '',
    aside,
    branches: branches.join('\n'),
    branchLabels: branches.map((name) => branchLabel(step, name)).join('\n'),
    errors: problems?.errors ?? 0,
    warnings: problems?.warnings ?? 0,
    priority: type?.screen && step.priority ? String(step.priority) : '',
    ran: state?.status ?? '',
    items: state?.items === null || state === undefined ? '' : String(state.items),
    inside: hidden === 0 ? '' : String(hidden),
    free: handles.filter((handle) => !taken?.has(handle)).join('\n'),
  }
  const same =
    before &&
    (Object.keys(data) as (keyof StepNodeData)[]).every((key) => before.data[key] === data[key])
  const keepsEnds = before?.data.branches === data.branches
  const faults = data.errors + data.warnings
  const faultText = countOf(faults, 'problem')
  const held = hidden === 0 ? '' : `, collapsed with ${countOf(hidden, 'step')}`
  const became = wordsOfState(data.ran, data.items, where)
  const put = aside === '' ? '' : `, ${aside} in tries`
  const name = `Step ${data.title}, ${data.typeTitle}${became}${put}${held}`
  return {
    id: step.id,
    type: 'step',
    position,
    width: widthOf(branches.length),
    height: heightOf(branches.length),
    // React Flow moves only measured nodes. These sizes are exact.
    measured: { width: widthOf(branches.length), height: heightOf(branches.length) },
    // The same ones tell the canvas that no line has moved.
    handles: keepsEnds && before.handles ? before.handles : handlesOf(branches),
    data: same ? before.data : data,
    selected,
    ariaRole: 'button',
    ariaLabel: `${name}${faults > 0 ? `, ${faultText}` : ''}${doing === '' ? '' : `: ${doing}`}`,
    domAttributes: { 'aria-pressed': selected, 'aria-roledescription': 'step' },
  }
}

/**
 * The handle by which a connection leaves its step. One by a missing branch leaves by the first, so
 * that it stays visible and can be corrected.
 */
function sourceHandleOf(link: Link, branches: string[]): string {
  if (link.kind === 'failure') return handleIds.failure
  const branch = link.via !== undefined && branches.includes(link.via) ? link.via : branches[0]
  return branch === undefined ? handleIds.out : branchHandle(branch)
}

/** What a drawing says of connections, by their ids; `links`: others than the definition's. */
export type SaidOfLines = {
  states: ReadonlyMap<string, LineState>
  links?: readonly Link[] | undefined
  /** What it says of those from what starts the workflow. */
  start?: LineState | undefined
}

/** Draws the connections; that of an unchanged one stays the same object. */
export function createEdgeCache(): (
  definition: Definition,
  types: ReadonlyMap<string, StepTypeInfo>,
  selected: ReadonlySet<string>,
  said?: SaidOfLines,
) => LinkEdge[] {
  let cache = new Map<string, LinkEdge>()
  return (definition, types, selected, said) => {
    const branches = new Map(definition.steps.map((step) => [step.id, branchesOfStep(step, types)]))
    const byId = new Map(definition.steps.map((step) => [step.id, step]))
    const titles = new Map(definition.steps.map((step) => [step.id, step.title || step.id]))
    const next = new Map<string, LinkEdge>()
    for (const link of said?.links ?? linksOf(definition)) {
      const { from, to } = link
      if (!titles.has(from) || !titles.has(to)) continue
      const id = linkId(link)
      const branch = link.via === undefined ? '' : branchLabel(byId.get(from), link.via)
      const way = link.kind === 'failure' ? 'on failure' : branch
      const state = said?.states.get(id)
      const name = `Connection from ${titles.get(from)} to ${titles.get(to)}`
      const ariaLabel = `${way ? `${name}, ${way}` : name}${wordsOfLine(state)}`
      // A branch has its name at the foot of its step; on the line it would stand twice.
      const isAtFoot = link.via !== undefined && branches.get(from)?.includes(link.via)
      const label = signed(isAtFoot ? '' : way, state)
      const before = cache.get(id)
      const sourceHandle = sourceHandleOf(link, branches.get(from) ?? [])
      const same =
        before &&
        before.selected === selected.has(id) &&
        before.ariaLabel === ariaLabel &&
        before.data?.state === state &&
        before.sourceHandle === sourceHandle
      const data = { label, way, state }
      next.set(
        id,
        same ? before : edgeOf(link, id, sourceHandle, data, ariaLabel, selected.has(id)),
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
  said: { label: string; way: string; state: LineState | undefined },
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
    data: { ...said, kind: link.kind },
    selected,
    ariaLabel,
    ariaRole: 'button',
    markerEnd: arrow(failure, said.state),
  }
}
