import { countOf } from '#lib/domain/count-of'
import { randomId } from '#lib/domain/random-id'
import type { Definition, Group, Step } from '#lib/domain/workflow/definition'
import { groupColours, maxGroupName, maxGroups } from '#lib/domain/workflow/marks'
import { shortText } from '#lib/domain/text'
import type { Command } from './command.ts'

/** An id for a new group; random, so that two people never make the same one. */
export const newGroupId = (): string => `g${randomId().replaceAll('-', '').slice(0, 12)}`

/** The step in a group, or in none. */
function inGroup(step: Step, group: string | undefined): Step {
  if (step.group === group) return step
  const { group: _before, ...rest } = step
  return group === undefined ? rest : { ...rest, group }
}

/** The definition without the groups whose last step has left them; those that were empty stay. */
export function withoutLeftGroups(before: Definition, after: Definition): Definition {
  const groups = after.groups ?? {}
  const had = new Set(before.steps.map(({ group }) => group))
  const have = new Set(after.steps.map(({ group }) => group))
  const kept = Object.entries(groups).filter(([id]) => have.has(id) || !had.has(id))
  return kept.length === Object.keys(groups).length
    ? after
    : { ...after, groups: Object.fromEntries(kept) }
}

/** A name that no group has yet: “Group”, “Group 2”. */
function freeGroupName({ groups = {} }: Definition): string {
  const taken = new Set(Object.values(groups).map(({ name }) => name))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? 'Group' : `Group ${count}`
    if (!taken.has(name)) return name
  }
}

/** The first colour that no group has yet. */
function freeColour({ groups = {} }: Definition): Group['colour'] {
  const taken = new Set(Object.values(groups).map(({ colour }) => colour))
  return groupColours.find((colour) => !taken.has(colour)) ?? groupColours[0]
}

/** Makes a group of steps; they leave the groups in which they were. */
export const groupSteps =
  (id: string, ids: readonly string[], group?: Group): Command =>
  (definition) => {
    const chosen = new Set(ids)
    const count = definition.steps.filter((step) => chosen.has(step.id)).length
    if (count === 0) return { definition, says: 'Select the steps first.' }
    if (Object.keys(definition.groups ?? {}).length >= maxGroups)
      return { definition, says: `A workflow has at most ${maxGroups} groups.` }
    const made = group ?? { name: freeGroupName(definition), colour: freeColour(definition) }
    const next = {
      ...definition,
      groups: { ...definition.groups, [id]: made },
      steps: definition.steps.map((step) => (chosen.has(step.id) ? inGroup(step, id) : step)),
    }
    return {
      definition: withoutLeftGroups(definition, next),
      says: `Group ${made.name} made of ${countOf(count, 'step')}.`,
    }
  }

/** Puts steps into a group, or takes them out of theirs. */
export const setGroup =
  (ids: readonly string[], group: string | undefined): Command =>
  (definition) => {
    const chosen = new Set(ids)
    const steps = definition.steps.map((step) =>
      chosen.has(step.id) ? inGroup(step, group) : step,
    )
    const count = steps.filter((step, index) => step !== definition.steps[index]).length
    if (count === 0) return { definition, says: 'No step is in a group.' }
    const name = group === undefined ? undefined : definition.groups?.[group]?.name
    return {
      definition: withoutLeftGroups(definition, { ...definition, steps }),
      says: `${countOf(count, 'step')} ${name === undefined ? 'taken out' : `put into ${name}`}.`,
    }
  }

/** Dissolves groups; their steps stay. */
export const dissolveGroups =
  (ids: readonly string[]): Command =>
  (definition) => {
    const entries = Object.entries(definition.groups ?? {})
    const gone = entries.filter(([id]) => ids.includes(id))
    const [first] = gone
    if (!first) return { definition, says: 'No group is selected.' }
    return {
      definition: {
        ...definition,
        groups: Object.fromEntries(entries.filter(([id]) => !ids.includes(id))),
        steps: definition.steps.map((step) =>
          step.group !== undefined && ids.includes(step.group) ? inGroup(step, undefined) : step,
        ),
      },
      says:
        gone.length === 1
          ? `Group ${first[1].name} dissolved.`
          : `${gone.length} groups dissolved.`,
    }
  }

/** Gives a group another name; an empty one changes nothing. */
export const renameGroup =
  (id: string, name: string): Command =>
  (definition) => {
    const given = name.trim().slice(0, maxGroupName)
    const group = definition.groups?.[id]
    if (!group || given === '' || given === group.name) return { definition }
    return {
      definition: {
        ...definition,
        groups: { ...definition.groups, [id]: { ...group, name: given } },
      },
      says: `Group renamed to ${shortText(given, maxGroupName)}.`,
    }
  }

/** Gives a group another colour. */
export const colourGroup =
  (id: string, colour: Group['colour']): Command =>
  (definition) => {
    const group = definition.groups?.[id]
    if (!group || group.colour === colour) return { definition }
    return {
      definition: { ...definition, groups: { ...definition.groups, [id]: { ...group, colour } } },
      says: `Group ${group.name} is ${colour}.`,
    }
  }
