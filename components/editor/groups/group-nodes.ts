import { countOf } from '#lib/domain/count-of'
import type { Definition, Group } from '#lib/domain/workflow/definition'
import type { StepState } from '../data/step-states.ts'
import { handlesOf, type StepNode } from '../graph-adapter.ts'
import { groupBoxId, type Shown } from '../levels/shown-graph.ts'
import { groupsOfSteps } from '../model/groups-of-steps.ts'
import type { ProblemCount } from '../model/problems-by-step.ts'
import { groupSpace, nodeHeight, nodeWidth } from '../model/layout/sizes.ts'
import { noStep } from '../start/start-box.ts'
import { frameAround } from './group-geometry.ts'

const framePrefix = '@frame:'

/** The id of a group's frame on the canvas; no step can have it. */
export const groupFrameId = (id: string): string => `${framePrefix}${id}`

/** The group of a frame; undefined for other boxes. */
export const groupOfFrame = (boxId: string): string | undefined =>
  boxId.startsWith(framePrefix) ? boxId.slice(framePrefix.length) : undefined

type Total = { steps: number; errors: number; warnings: number; ran: StepState['status'] | '' }

/** The states of a run, the one that matters most first. */
const order: StepState['status'][] = [
  'failed',
  'running',
  'suspended',
  'pending',
  'cancelled',
  'completed',
  'repeated',
  'waiting-dependencies',
  'skipped',
  'removed',
  'added',
  'changed',
  'moved',
  'unused',
  'same',
]

/** What a box that stands for several steps says of them together. */
export function totalOf(
  ids: readonly string[],
  problems: ReadonlyMap<string, ProblemCount>,
  states: ReadonlyMap<string, StepState>,
): Total {
  const found = new Set(ids.flatMap((id) => states.get(id)?.status ?? []))
  return {
    steps: ids.length,
    errors: ids.reduce((sum, id) => sum + (problems.get(id)?.errors ?? 0), 0),
    warnings: ids.reduce((sum, id) => sum + (problems.get(id)?.warnings ?? 0), 0),
    ran: order.find((status) => found.has(status)) ?? '',
  }
}

const inWords = (total: Total): string => {
  const faults = total.errors + total.warnings
  const problems = `, ${countOf(faults, 'problem')}`
  return `${countOf(total.steps, 'step')}${faults === 0 ? '' : problems}`
}

const hint =
  'Enter collapses or expands it, F2 renames it. Once it is selected, the arrow keys move its ' +
  'steps. Shift+F10 opens its menu.'

const domAttributes: StepNode['domAttributes'] = {
  'aria-roledescription': 'group of steps',
  'aria-describedby': undefined,
  'aria-description': hint,
}

const dataOf = (group: Group, total: Total): StepNode['data'] => ({
  ...noStep,
  title: group.name,
  category: group.colour,
  inside: String(total.steps),
  errors: total.errors,
  warnings: total.warnings,
  ran: total.ran,
})

/** What of its steps people look for: the name of the frame covers none of them from far. */
const sought = new Set<StepState['status'] | ''>(['failed', 'removed', 'added', 'changed', 'moved'])

const soughtOf = (members: readonly StepNode[]): StepState['status'] | '' =>
  members.find(({ data }) => sought.has(data.ran))?.data.ran ?? ''

function frameNode(id: string, group: Group, members: readonly StepNode[]): StepNode {
  const { x, y, ...size } = frameAround(members)
  const selected = members.every((member) => member.selected === true)
  const steps = members.reduce((sum, { data }) => sum + 1 + Number(data.inside || 0), 0)
  return {
    id: groupFrameId(id),
    type: 'groupFrame',
    position: { x, y },
    ...size,
    measured: size,
    handles: [],
    data: dataOf(group, { steps, errors: 0, warnings: 0, ran: soughtOf(members) }),
    selected,
    connectable: false,
    dragHandle: '.group-head',
    // Only its head takes the pointer: what lies in it stays within reach.
    style: { pointerEvents: 'none' },
    // Below notes, steps and their lines.
    zIndex: -2,
    // Its name may be written in it.
    ariaRole: 'group',
    ariaLabel: `Group ${group.name}, ${countOf(steps, 'step')}`,
    domAttributes,
  }
}

const isSameNode = (one: StepNode | undefined, other: StepNode): boolean =>
  one !== undefined &&
  one.position.x === other.position.x &&
  one.position.y === other.position.y &&
  one.width === other.width &&
  one.height === other.height &&
  one.selected === other.selected &&
  one.ariaLabel === other.ariaLabel &&
  (Object.keys(other.data) as (keyof StepNode['data'])[]).every(
    (key) => one.data[key] === other.data[key],
  )

/** Makes the frames of expanded groups around their boxes; an unchanged one stays the same. */
export function createFrameCache(): (
  groups: Definition['groups'],
  groupOf: ReadonlyMap<string, string>,
  boxes: readonly StepNode[],
) => StepNode[] {
  let cache = new Map<string, StepNode>()
  let last: StepNode[] = []
  return (groups = {}, groupOf, boxes) => {
    const members = Map.groupBy(
      boxes.filter(({ id }) => groupOf.has(id)),
      ({ id }) => groupOf.get(id) ?? '',
    )
    const next = new Map<string, StepNode>()
    for (const [id, group] of Object.entries(groups)) {
      const inside = members.get(id)
      if (!inside) continue
      const frame = frameNode(id, group, inside)
      const before = cache.get(id)
      next.set(id, before && isSameNode(before, frame) ? before : frame)
    }
    cache = next
    const frames = [...next.values()]
    if (frames.length !== last.length || frames.some((frame, at) => frame !== last[at]))
      last = frames
    return last
  }
}

type BoxInputs = {
  definition: Definition
  shown: Shown
  /** The boxes of all steps, where the definition has them. */
  steps: readonly StepNode[]
  problems: ReadonlyMap<string, ProblemCount>
  states: ReadonlyMap<string, StepState>
}

const boxSize = { width: nodeWidth, height: nodeHeight }

/** Makes the boxes of collapsed groups; an unchanged one stays the same. */
export function createGroupCache(): (inputs: BoxInputs) => StepNode[] {
  let cache = new Map<string, StepNode>()
  return ({ definition, shown, steps, problems, states }) => {
    const next = new Map<string, StepNode>()
    const byId = new Map(steps.map((step) => [step.id, step]))
    const groupOf = groupsOfSteps(definition)
    for (const [id, group] of Object.entries(definition.groups ?? {})) {
      const ids = shown.inside.get(groupBoxId(id))
      if (!ids) continue
      const members = ids.filter((one) => groupOf.get(one) === id)
      const around = frameAround(members.flatMap((one) => byId.get(one) ?? []))
      const total = totalOf(ids, problems, states)
      const selected = ids.every((one) => byId.get(one)?.selected === true)
      const node: StepNode = {
        id: groupBoxId(id),
        type: 'groupBox',
        position: {
          // On the grid, as its steps are.
          x: 8 * Math.round((around.x + (around.width - boxSize.width) / 2) / 8),
          y: around.y + groupSpace.top,
        },
        ...boxSize,
        measured: boxSize,
        handles: handlesOf([], boxSize),
        data: dataOf(group, total),
        selected,
        connectable: false,
        // Its name may be written in it.
        ariaRole: 'group',
        ariaLabel: `Group ${group.name}, collapsed, ${inWords(total)}`,
        domAttributes,
      }
      const before = cache.get(id)
      next.set(id, before && isSameNode(before, node) ? before : node)
    }
    cache = next
    return [...next.values()]
  }
}
