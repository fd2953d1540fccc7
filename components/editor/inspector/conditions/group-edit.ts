import {
  isGroup,
  writeCondition,
  type Group,
  type Rule,
} from '#lib/domain/expressions/written/condition'
import { isComplete } from './operators.ts'

export const newRule: Rule = { path: '', operator: 'is' }
export const emptyGroup: Group = { join: 'and', rules: [newRule] }

/** The group without rules that are not complete yet; undefined when none is left. */
export function completeGroup(group: Group): Group | undefined {
  const rules = group.rules.flatMap((one): (Rule | Group)[] => {
    if (!isGroup(one)) return isComplete(one) ? [one] : []
    const inner = completeGroup(one)
    return inner ? [inner] : []
  })
  return rules.length > 0 ? { ...group, rules } : undefined
}

/** The expression of what is complete. */
export function conditionText(group: Group): string {
  const complete = completeGroup(group)
  return complete ? writeCondition(complete) : ''
}

/** How many rules do not count yet, because something is missing in them. */
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
