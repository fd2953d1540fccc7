import {
  isGroup,
  rulesOf,
  writeCondition,
  type Group,
  type Rule,
} from '#lib/domain/expressions/written/condition'
import { isComplete } from './operators.ts'

export const newRule: Rule = { path: '', operator: 'is' }
export const emptyGroup: Group = { join: 'and', rules: [newRule] }

const asChosen = (group: Group): Group => ({
  ...group,
  rules: group.rules.map((one) => {
    if (isGroup(one)) return asChosen(one)
    return isComplete(one) ? one : { path: one.path, operator: one.operator }
  }),
})

/**
 * The rules as they are stored: what is not complete is kept as far as it is chosen, and stops
 * publishing. Undefined before anything is chosen.
 */
export const storedRules = (group: Group): Group | undefined =>
  rulesOf(group).every(({ path }) => path === '') ? undefined : asChosen(group)

/** The expression of the rules; empty before anything is chosen. */
export function conditionText(group: Group): string {
  const stored = storedRules(group)
  return stored ? writeCondition(stored) : ''
}

/** In how many rules something is missing. */
export const incompleteCount = (group: Group): number =>
  group.rules.reduce(
    (count, one) => count + (isGroup(one) ? incompleteCount(one) : Number(!isComplete(one))),
    0,
  )

export const withRule = (group: Group, index: number, rule: Rule | Group): Group => ({
  ...group,
  rules: group.rules.map((one, place) => (place === index ? rule : one)),
})

/** The group without a rule; a group in it that has none left goes too. */
export const withoutRule = (group: Group, index: number): Group => ({
  ...group,
  rules: group.rules.filter((_, place) => place !== index),
})

export const withMore = (group: Group, rule: Rule | Group): Group => ({
  ...group,
  rules: [...group.rules, rule],
})

/** A group for inside of another: what holds together the other way. */
export const innerGroup = ({ join }: Group): Group => ({
  join: join === 'and' ? 'or' : 'and',
  rules: [newRule, newRule],
})

export type Way = 'all' | 'any' | 'none' | 'not-all'

export function wayOf({ join, not }: Group): Way {
  if (join === 'and') return not ? 'not-all' : 'all'
  return not ? 'none' : 'any'
}

export function withWay({ rules }: Group, way: Way): Group {
  const join = way === 'all' || way === 'not-all' ? 'and' : 'or'
  return { join, rules, ...(way === 'none' || way === 'not-all' ? { not: true as const } : {}) }
}
