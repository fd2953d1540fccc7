import { unfinishedComment } from '#lib/domain/form/unfinished-test'
import type { Compared, Group, Operator, Rule } from '#lib/domain/expressions/written/condition'

type Schema = Record<string, unknown>

/** The comparisons that the test of a form's condition can say. */
export const formOperators: ReadonlySet<Operator> = new Set<Operator>([
  'is',
  'is-not',
  'one-of',
  'none-of',
  'less',
  'at-most',
  'greater',
  'at-least',
  'count-is',
  'count-less',
  'count-more',
  'has',
  'has-not',
  'filled',
  'empty',
])

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isGroup = (one: Rule | Group): one is Group => 'join' in one

const fixedOf = (compared: Compared): unknown =>
  compared.kind === 'fixed' ? compared.value : undefined
const listOf = (compared: Compared): unknown[] =>
  compared.kind === 'fixed-list' ? compared.values : []
const numberOf = (compared: Compared): number => Number(fixedOf(compared))

type Written = (compared: Compared) => Schema
/** What a comparison asks of the field's value. */
const written: Partial<Record<Operator, Written>> = {
  is: (compared) => ({ const: fixedOf(compared) }),
  'is-not': (compared) => ({ not: { const: fixedOf(compared) } }),
  'one-of': (compared) => ({ enum: listOf(compared) }),
  'none-of': (compared) => ({ not: { enum: listOf(compared) } }),
  less: (compared) => ({ exclusiveMaximum: fixedOf(compared) }),
  'at-most': (compared) => ({ maximum: fixedOf(compared) }),
  greater: (compared) => ({ exclusiveMinimum: fixedOf(compared) }),
  'at-least': (compared) => ({ minimum: fixedOf(compared) }),
  'count-is': (compared) => ({ minItems: numberOf(compared), maxItems: numberOf(compared) }),
  'count-less': (compared) => ({ maxItems: numberOf(compared) - 1 }),
  'count-more': (compared) => ({ minItems: numberOf(compared) + 1 }),
  has: (compared) => ({ contains: { const: fixedOf(compared) } }),
  'has-not': (compared) => ({ not: { contains: { const: fixedOf(compared) } } }),
}

function testOfRule({ path, operator, compared }: Rule): Schema {
  if (path === '') return { $comment: unfinishedComment }
  if (operator === 'filled') return { required: [path] }
  if (operator === 'empty') return { not: { required: [path] } }
  const asked = compared
    ? (written[operator]?.(compared) ?? {})
    : { $comment: `${unfinishedComment} ${operator}` }
  return { properties: { [path]: asked }, required: [path] }
}

/** The `if` of a condition: a test of the fields beside it, as JSON Schema. Paths are their names. */
export function testOfGroup({ join, not, rules }: Group): Schema {
  const tests = rules.map((one) => (isGroup(one) ? testOfGroup(one) : testOfRule(one)))
  const [only] = tests
  const isOnly = only !== undefined && tests.length === 1
  const test = isOnly ? only : { [join === 'and' ? 'allOf' : 'anyOf']: tests }
  return not ? { not: test } : test
}

const fixed = (value: unknown): Compared | undefined =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { kind: 'fixed', value }
    : undefined
const several = (values: unknown): Compared | undefined =>
  Array.isArray(values) && values.every((one) => typeof one === 'string' || typeof one === 'number')
    ? { kind: 'fixed-list', values }
    : undefined

type Read = Pick<Rule, 'operator' | 'compared'>
const readAs = (operator: Operator, compared: Compared | undefined): Read | undefined =>
  compared && { operator, compared }
const numbers: Record<string, Operator> = {
  exclusiveMaximum: 'less',
  maximum: 'at-most',
  exclusiveMinimum: 'greater',
  minimum: 'at-least',
}

function readNot(asked: Schema): Read | undefined {
  const contains = asked['contains']
  if (isObject(contains)) return readAs('has-not', fixed(contains['const']))
  if ('enum' in asked) return readAs('none-of', several(asked['enum']))
  return readAs('is-not', fixed(asked['const']))
}

function readCount({ minItems, maxItems }: Schema): Read | undefined {
  if (minItems === undefined) return readAs('count-less', fixed(Number(maxItems) + 1))
  if (maxItems === undefined) return readAs('count-more', fixed(Number(minItems) - 1))
  return readAs('count-is', fixed(minItems))
}

/** The operator of a rule whose value to compare with is missing. */
function readUnfinished(comment: unknown): Read | undefined {
  const [mark, word = ''] = String(comment).split(' ')
  const operator = [...formOperators].find((one) => one === word)
  return mark === unfinishedComment && operator ? { operator } : undefined
}

function readAsked(asked: unknown): Read | undefined {
  if (!isObject(asked)) return undefined
  if ('$comment' in asked) return readUnfinished(asked['$comment'])
  const { not, contains } = asked
  if (isObject(not)) return readNot(not)
  if (isObject(contains)) return readAs('has', fixed(contains['const']))
  if ('enum' in asked) return readAs('one-of', several(asked['enum']))
  if ('minItems' in asked || 'maxItems' in asked) return readCount(asked)
  const [keyword = ''] = Object.keys(asked)
  const operator = numbers[keyword]
  return operator ? readAs(operator, fixed(asked[keyword])) : readAs('is', fixed(asked['const']))
}

const onlyName = (names: unknown): string | undefined =>
  Array.isArray(names) && names.length === 1 ? String(names[0]) : undefined

function ruleOfTest(test: Schema): Rule | undefined {
  if (test['$comment'] === unfinishedComment) return { path: '', operator: 'is' }
  const path = onlyName(test['required'])
  if (path === undefined) {
    const missing = isObject(test['not']) ? onlyName(test['not']['required']) : undefined
    return missing === undefined ? undefined : { path: missing, operator: 'empty' }
  }
  const { properties } = test
  if (properties === undefined) return { path, operator: 'filled' }
  const read = isObject(properties) ? readAsked(properties[path]) : undefined
  return read && { path, ...read }
}

function readGroup(test: Schema): Group | undefined {
  const join = 'allOf' in test ? 'and' : 'or'
  const parts = test['allOf'] ?? test['anyOf']
  if (Array.isArray(parts)) {
    const rules = parts.map((part) => readPart(part))
    return rules.every((one) => one !== undefined) ? { join, rules } : undefined
  }
  const { not } = test
  const rule = ruleOfTest(test)
  if (rule) return { join: 'and', rules: [rule] }
  const inner = isObject(not) ? readGroup(not) : undefined
  return inner && { ...inner, not: true }
}

/** A part of a group; one that is only a rule stands without a group around it. */
function readPart(test: unknown): Rule | Group | undefined {
  const group = isObject(test) ? readGroup(test) : undefined
  const [only] = group?.rules ?? []
  return group && !group.not && group.rules.length === 1 ? only : group
}

const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

/**
 * The rules of a test; undefined where they cannot say it. It is read only if writing it again gives
 * the same test, so that nothing of it is lost.
 */
export function groupOfTest(test: unknown): Group | undefined {
  const group = isObject(test) ? readGroup(test) : undefined
  return group && inOrder(testOfGroup(group)) === inOrder(test) ? group : undefined
}

/** The rules after a field has another name, or (without `to`) is gone; undefined without any left. */
export function withRenamed(group: Group, from: string, to?: string): Group | undefined {
  const rules = group.rules.flatMap((one): (Rule | Group)[] => {
    if (isGroup(one)) {
      const inner = withRenamed(one, from, to)
      return inner ? [inner] : []
    }
    if (one.path !== from) return [one]
    return to === undefined ? [] : [{ ...one, path: to }]
  })
  return rules.length > 0 ? { ...group, rules } : undefined
}
