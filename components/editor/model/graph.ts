import type { Definition, Step } from '#lib/domain/workflow/definition'

/** One connection of a definition, also the dashed one from a step to its on_failure handler. */
export type Link = { from: string; to: string; via: string | undefined; kind: 'after' | 'failure' }

/** What a step can be put on: a connection, or the line from the start to a first step. */
export type Line = Link | { kind: 'start'; to: string }

/** The id of a connection on the canvas. */
export const linkId = (link: Link): string =>
  `${link.kind}:${link.from}:${link.via ?? ''}:${link.to}`

/** All connections of a definition. */
export function linksOf(definition: Definition): Link[] {
  return definition.steps.flatMap((step) => [
    ...step.after.map((edge): Link => ({
      from: edge.step,
      to: step.id,
      via: edge.via,
      kind: 'after',
    })),
    ...(step.on_failure
      ? [
          {
            from: step.id,
            to: step.on_failure.step,
            via: undefined,
            kind: 'failure',
          } satisfies Link,
        ]
      : []),
  ])
}

/** The step of an id, undefined where there is none. */
export function findStep(definition: Definition, id: string | undefined): Step | undefined {
  return id === undefined ? undefined : definition.steps.find((step) => step.id === id)
}

const indexes = new WeakMap<readonly Step[], ReadonlyMap<string, Step>>()

/** The steps by their ids; one list is indexed once, however many ask. */
export function stepsById({ steps }: Definition): ReadonlyMap<string, Step> {
  const index = indexes.get(steps) ?? new Map(steps.map((step) => [step.id, step]))
  indexes.set(steps, index)
  return index
}

/** Every step that runs before `id`, by any way, failure handlers' owners included. */
export function ancestorsOf(definition: Definition, id: string): Set<string> {
  const before = new Map<string, string[]>()
  for (const link of linksOf(definition))
    before.set(link.to, [...(before.get(link.to) ?? []), link.from])
  const seen = new Set<string>()
  const waiting = [...(before.get(id) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    waiting.push(...(before.get(next) ?? []))
  }
  return seen
}

/** Whether `from → to` would close a cycle (or already is one). */
export const closesCircle = (definition: Definition, from: string, to: string): boolean =>
  from === to || ancestorsOf(definition, from).has(to)

/**
 * The steps as a list reads them: each after what it follows, handlers right behind the step they
 * watch, otherwise in the definition's own order. Steps on a cycle come last.
 */
export function readingOrder(definition: Definition): Step[] {
  const links = linksOf(definition)
  const waitingFor = new Map(definition.steps.map((step) => [step.id, 0]))
  const next = new Map<string, Link[]>()
  for (const link of links) {
    if (!waitingFor.has(link.from) || !waitingFor.has(link.to)) continue
    waitingFor.set(link.to, (waitingFor.get(link.to) ?? 0) + 1)
    next.set(link.from, [...(next.get(link.from) ?? []), link])
  }
  const position = new Map(definition.steps.map((step, index) => [step.id, index]))
  const byId = new Map(definition.steps.map((step) => [step.id, step]))
  const ready = definition.steps
    .filter((step) => waitingFor.get(step.id) === 0)
    .map((step) => step.id)
  const order: Step[] = []
  const placed = new Set<string>()
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    const step = byId.get(id)
    if (!step || placed.has(id)) continue
    placed.add(id)
    order.push(step)
    const freed: Link[] = []
    for (const link of next.get(id) ?? []) {
      const left = (waitingFor.get(link.to) ?? 1) - 1
      waitingFor.set(link.to, left)
      if (left === 0) freed.push(link)
    }
    freed.sort(
      (one, other) =>
        Number(other.kind === 'failure') - Number(one.kind === 'failure') ||
        (position.get(one.to) ?? 0) - (position.get(other.to) ?? 0),
    )
    ready.unshift(...freed.map((link) => link.to))
  }
  return [...order, ...definition.steps.filter((step) => !placed.has(step.id))]
}
