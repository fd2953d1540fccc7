import { branchLabel } from '#lib/domain/workflow/branch-label'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { titleOf } from '../commands/command.ts'
import { branchesOfStep } from '../model/layout/positions.ts'

type Types = ReadonlyMap<string, StepTypeInfo>
type AfterStep = { kind: 'after'; step: string; via?: string }

/** Where a step of the list can stand: before another one, or after it (by one of its branches). */
export type ListPlace = { kind: 'before'; step: string } | AfterStep

/** `after Approved? (Denied)`. */
export function placeInWords(definition: Definition, place: ListPlace): string {
  const title = titleOf(definition, place.step)
  if (place.kind === 'before') return `before ${title}`
  const step = definition.steps.find(({ id }) => id === place.step)
  return place.via === undefined
    ? `after ${title}`
    : `after ${title} (${branchLabel(step, place.via)})`
}

/** The places after a step: one, or one for each of its branches. */
export function placesAfter(step: Step, types: Types): AfterStep[] {
  const branches = branchesOfStep(step, types)
  return branches.length === 0
    ? [{ kind: 'after', step: step.id }]
    : branches.map((via) => ({ kind: 'after', step: step.id, via }))
}

/** The steps that run when another one fails: nothing else leads to them. */
export const handlersOf = ({ steps }: Definition): Set<string> =>
  new Set(steps.flatMap(({ on_failure }) => on_failure?.step ?? []))

const keyOf = ({ step, via = '' }: { step: string; via?: string | undefined }): string =>
  `${step} ${via}`

/**
 * All places between the steps of a list, in its order. A line that is the only one out of its
 * step's way and the only one into the next step is one place: after the first of them, or, where
 * that one branches, before the second.
 */
export function placesOf(definition: Definition, rows: readonly Step[], types: Types): ListPlace[] {
  const handlers = handlersOf(definition)
  const followers = new Map<string, Step[]>()
  for (const step of definition.steps)
    for (const edge of step.after)
      followers.set(keyOf(edge), [...(followers.get(keyOf(edge)) ?? []), step])
  /** The step before which the place is as well. */
  const onlyNext = (place: AfterStep): Step | undefined => {
    const [only, ...others] = followers.get(keyOf(place)) ?? []
    return only?.after.length === 1 && others.length === 0 ? only : undefined
  }
  const named = new Set<string>()
  return rows.flatMap((row): ListPlace[] => {
    const own = placesAfter(row, types).filter(
      (place) => place.via === undefined || !onlyNext(place),
    )
    const isNamed = handlers.has(row.id) || named.has(row.id)
    for (const place of own) named.add(onlyNext(place)?.id ?? '')
    return isNamed ? own : [{ kind: 'before', step: row.id }, ...own]
  })
}
