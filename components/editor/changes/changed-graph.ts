import type { Definition, Step } from '#lib/domain/workflow/definition'
import { diffDefinitions } from '../model/diff-definitions.ts'
import { drawnTypes } from '../looking/drawn-types.ts'
import { linkId, linksOf, type Link } from '../model/graph.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { gap, nodeHeight, nodeWidth } from '../model/layout/sizes.ts'

export type Mark = 'added' | 'removed' | 'changed' | 'moved' | 'same'
type Point = { x: number; y: number }

export type MarkedStep = {
  id: string
  step: Step
  mark: Mark
  /** How many fields changed. */
  fields: number
  at: Point
}
export type MarkedLink = Link & { id: string; mark: Exclude<Mark, 'changed' | 'moved'> }
export type ChangedGraph = {
  steps: MarkedStep[]
  links: MarkedLink[]
  /** The later one, whose loops and groups are framed. */
  definition: Definition
  /** It is one version, compared with nothing. */
  isOne: boolean
}

/** Where the steps of a definition stand. */
const placesOf = (definition: Definition): Map<string, Point> =>
  new Map(Object.entries(positionsOf(definition, drawnTypes)))

const lies = ({ at }: MarkedStep, other: MarkedStep): boolean =>
  Math.abs(at.x - other.at.x) < nodeWidth && Math.abs(at.y - other.at.y) < nodeHeight

/** Moves what was removed aside where another step stands in its place. */
function aside(removed: MarkedStep[], kept: readonly MarkedStep[]): MarkedStep[] {
  const placed = [...kept]
  for (const step of removed) {
    let { x } = step.at
    const isTaken = () => placed.some((other) => lies({ ...step, at: { x, y: step.at.y } }, other))
    while (isTaken()) x += nodeWidth + gap.x
    placed.push({ ...step, at: { ...step.at, x } })
  }
  return placed.slice(kept.length)
}

/**
 * Both versions as one graph: what is there now at its place, and what was removed at its old one.
 * Without `before` it is the one version.
 */
export function changedGraph(before: Definition | undefined, after: Definition): ChangedGraph {
  const old = before ?? after
  const { steps: differing, moved } = diffDefinitions(old, after)
  const changes = new Map(differing.map((one) => [one.id, one]))
  const oldPlaces = placesOf(old)
  const places = placesOf(after)
  const marked = (step: Step): MarkedStep => {
    const change = changes.get(step.id)
    const elsewhere = moved.includes(step.id) ? 'moved' : 'same'
    return {
      id: step.id,
      step,
      mark: change?.change ?? elsewhere,
      fields: change?.fields.length ?? 0,
      at: places.get(step.id) ?? oldPlaces.get(step.id) ?? { x: 0, y: 0 },
    }
  }
  const there = new Set(after.steps.map(({ id }) => id))
  const kept = after.steps.map(marked)
  const removed = aside(old.steps.filter(({ id }) => !there.has(id)).map(marked), kept)
  const links = new Map(linksOf(after).map((link) => [linkId(link), link]))
  const oldLinks = new Map(linksOf(old).map((link) => [linkId(link), link]))
  return {
    definition: after,
    isOne: before === undefined,
    steps: [...kept, ...removed],
    links: [...new Map([...links, ...oldLinks])].map(([id, link]) => {
      const isNew = oldLinks.has(id) ? ('same' as const) : ('added' as const)
      return { ...link, id, mark: links.has(id) ? isNew : ('removed' as const) }
    }),
  }
}

/** Both versions as one definition, for its drawing: what was removed stands where it stood. */
export function drawnTogether({ definition, steps }: ChangedGraph): Definition {
  return { ...definition, steps: steps.map(({ step, at }) => ({ ...step, position: at })) }
}
