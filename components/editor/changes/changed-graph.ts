import type { Definition, Step } from '#lib/domain/workflow/definition'
import { diffDefinitions } from '../model/diff-definitions.ts'
import { linksOf, type Link } from '../model/graph.ts'
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
}

/** Rows from top to bottom for a definition whose steps have no places (made by the API). */
function rows(definition: Definition): Map<string, Point> {
  const before = new Map(definition.steps.map((step) => [step.id, [] as string[]]))
  for (const { from, to } of linksOf(definition)) if (before.has(from)) before.get(to)?.push(from)
  const known = new Map<string, number>()
  const rowOf = (id: string, around: ReadonlySet<string>): number => {
    const row = known.get(id)
    if (row !== undefined) return row
    const above = (before.get(id) ?? []).filter((from) => !around.has(from))
    const found = Math.max(-1, ...above.map((from) => rowOf(from, new Set([...around, id])))) + 1
    known.set(id, found)
    return found
  }
  const taken = new Map<number, number>()
  return new Map(
    definition.steps.map(({ id }) => {
      const row = rowOf(id, new Set())
      const column = taken.get(row) ?? 0
      taken.set(row, column + 1)
      return [id, { x: column * (nodeWidth + gap.x), y: row * (nodeHeight + gap.y) }]
    }),
  )
}

/** Where the steps of a definition stand. */
function placesOf(definition: Definition): Map<string, Point> {
  if (definition.steps.some(({ position }) => !position)) return rows(definition)
  return new Map(definition.steps.map(({ id, position }) => [id, position ?? { x: 0, y: 0 }]))
}

const linkId = ({ kind, from, via, to }: Link): string => `${kind}:${from}|${via ?? ''}|${to}`

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
  const links = new Map(linksOf(after).map((link) => [linkId(link), link]))
  const oldLinks = new Map(linksOf(old).map((link) => [linkId(link), link]))
  return {
    definition: after,
    steps: [...after.steps, ...old.steps.filter(({ id }) => !there.has(id))].map(marked),
    links: [...new Map([...links, ...oldLinks])].map(([id, link]) => {
      const isNew = oldLinks.has(id) ? ('same' as const) : ('added' as const)
      return { ...link, id, mark: links.has(id) ? isNew : ('removed' as const) }
    }),
  }
}
