import { describe, expect, it } from 'vitest'
import type { CompletionItem } from '#components/code/code-help'
import {
  readCondition,
  type Group,
  type Operator,
  type Rule,
} from '#lib/domain/expressions/written/condition'
import { isUnfinished } from '#lib/domain/expressions/unfinished'
import type { Step } from '#lib/domain/workflow/definition'
import { branchWords } from './branch-words.ts'
import {
  conditionText,
  emptyGroup,
  incompleteCount,
  innerGroup,
  newRule,
  wayOf,
  withWay,
} from './group-edit.ts'
import type { Sample } from '../../model/sample.ts'
import {
  comparedKind,
  firstRule,
  kindOfItem,
  operatorsFor,
  valueOfChoice,
  withOperator,
} from './operators.ts'
import { unknownPaths } from './unknown-paths.ts'

const item = (schema: Record<string, unknown>): CompletionItem => ({
  path: 'start.a',
  detail: '',
  schema,
})
const urgency = item({ type: 'string', enum: ['routine', 'urgent'] })
const count = item({ type: 'integer' })

describe('a rule', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'date' }, 'date'],
    [{ type: 'string', format: 'date-time' }, 'instant'],
    [{ type: 'string', enum: ['a'] }, 'choice'],
    [{ oneOf: [{ const: 'a', title: 'A' }] }, 'choice'],
    [{ type: 'boolean' }, 'yes-no'],
    [{ type: 'array', items: { enum: ['a'] } }, 'list'],
    [{ type: 'array', items: { type: 'object' } }, 'entries'],
    [{ type: 'object' }, 'group'],
    [{}, 'unknown'],
  ])('knows the kind of %j', (schema, kind) => expect(kindOfItem(item(schema))).toBe(kind))

  it('begins with what fits the value', () => {
    expect(firstRule('start.a', urgency)).toEqual({
      path: 'start.a',
      operator: 'is',
      compared: { kind: 'fixed', value: 'routine' },
    })
    expect(firstRule('start.a', item({ type: 'boolean' })).compared).toEqual({
      kind: 'fixed',
      value: true,
    })
    expect(firstRule('start.a', count).compared).toBeUndefined()
  })

  it('keeps what it compares with where the operator allows', () => {
    const rule: Rule = { path: 'start.a', operator: 'is', compared: { kind: 'fixed', value: 3 } }
    expect(withOperator(rule, 'greater', count).compared).toEqual(rule.compared)
    expect(withOperator(rule, 'filled', count)).toEqual({ path: 'start.a', operator: 'filled' })
    const of: Rule = { path: 'start.a', operator: 'is', compared: { kind: 'path', path: 'item' } }
    expect(withOperator(of, 'starts-with', item({ type: 'string' })).compared).toBeUndefined()
  })

  it('that people wrote in code keeps its operator in the list', () => {
    expect(operatorsFor('number', 'missing').at(-1)).toEqual(['missing', 'is not there'])
    expect(comparedKind('list', 'count-more')).toBe('number')
  })

  it('that is changed gets the guard that it lacked', () => {
    const [rule] = readCondition('start.a > 3')?.rules ?? []
    const changed = withOperator(rule as Rule, 'at-least', count)
    expect(conditionText({ join: 'and', rules: [changed] })).toBe(
      'start.a != null and start.a >= 3',
    )
  })
})

describe('what a rule compares with', () => {
  const withOnly = (schema: Record<string, unknown>, operator?: Operator) => {
    const one = item(schema)
    const first = firstRule('start.a', one)
    return operator ? withOperator(first, operator, one) : first
  }

  it('is a number where the choices are numbers', () => {
    expect(withOnly({ type: 'integer', enum: [1, 2] }).compared).toEqual({
      kind: 'fixed',
      value: 1,
    })
    const list = { type: 'array', items: { type: 'integer', enum: [3] } }
    expect(withOnly(list, 'has').compared).toEqual({ kind: 'fixed', value: 3 })
    expect(valueOfChoice({ type: 'integer', enum: [1, 2] }, '2')).toBe(2)
    expect(valueOfChoice({ enum: ['1', '2'] }, '2')).toBe('2')
  })

  it.each<[Record<string, unknown>, string]>([
    [{ type: 'array', items: { type: 'string' } }, 'text'],
    [{ type: 'array', items: { type: 'number' } }, 'number'],
    [{ type: 'array', items: { enum: ['a'] } }, 'choice'],
    [{ type: 'array' }, 'unknown'],
  ])('is typed like an entry of %j', (schema, kind) =>
    expect(comparedKind('list', 'has', schema)).toBe(kind),
  )

  it('is a day for an instant, too', () => {
    const instant = { type: 'string', format: 'date-time' }
    expect(operatorsFor('instant', 'on').map(([operator]) => operator)).not.toContain('is')
    expect(comparedKind('instant', 'on', instant)).toBe('date')
  })
})

describe('what is not known of a condition', () => {
  const sample: Sample = {
    start: { decision: 'Denied' },
    isWhole: true,
    startFields: ['decision', 'reason'],
    steps: { find: { output: {} } },
    run: {},
  }
  const unknown = (expression: string) => unknownPaths(readCondition(expression) as Group, sample)

  it.each([
    ['$not($filled(start.reason))', []],
    ['$exists(steps.find.output.id)', []],
    ['start.reason = "x"', ['start.reason']],
    // The form of that run did not ask for it, and the step was not reached.
    ['$not($filled(start.later))', ['start.later']],
    ['$filled(steps.other.output.id)', ['steps.other.output.id']],
  ])('for %s', (expression, paths) => expect(unknown(expression)).toEqual(paths))
})

describe('the ways of a condition', () => {
  const rest = { detail: 'text', title: 'A' }
  const items: CompletionItem[] = [
    { ...rest, path: 'start.two', schema: { type: 'string', enum: ['Approved', 'Denied'] } },
    { ...rest, path: 'start.many', schema: { type: 'string', enum: ['a', 'b', 'c'] } },
    { ...rest, path: 'start.yes', schema: { type: 'boolean' } },
    { ...rest, path: 'start.text', schema: { type: 'string' } },
  ]
  const step = (when: string, branchLabels?: Record<string, string>): Step => ({
    id: 'a',
    type: 'condition',
    title: 'A',
    after: [],
    config: { when: { $: when } },
    ...(branchLabels ? { branchLabels } : {}),
  })
  const after = (before: Step, when: string) => branchWords(before, { when: { $: when } }, items)

  it.each([
    ['start.two = "Approved"', { true: 'Approved', false: 'Denied' }],
    ['start.two != "Approved"', { true: 'Denied', false: 'Approved' }],
    ['start.many = "b"', { true: 'b', false: 'Otherwise' }],
    ['start.yes = false', { true: 'No', false: 'Yes' }],
    ['start.text = "b"', undefined],
    ['start.two = "Approved" and start.yes = true', undefined],
    ['$count(start.many) + 1 = 2', undefined],
  ])('are called by the rule %s', (when, words) => expect(after(step(''), when)).toEqual(words))

  it('keep the names that a person gave', () => {
    const named = { true: 'Yes!', false: 'Denied' }
    expect(after(step('', named), 'start.two = "Denied"')).toEqual(named)
    const followed = { true: 'Approved', false: 'Denied' }
    const changed = after(step('start.two = "Approved"', followed), 'start.two = "Denied"')
    expect(changed).toEqual({ true: 'Denied', false: 'Approved' })
  })
})

describe('a group', () => {
  const complete: Rule = { path: 'start.a', operator: 'filled' }
  const open: Rule = { path: 'start.b', operator: 'is', compared: { kind: 'fixed', value: '' } }

  it('keeps what is not complete, and nothing before a value is chosen', () => {
    const group: Group = { join: 'or', rules: [complete, open, { join: 'and', rules: [open] }] }
    const text = conditionText(group)
    expect(text).toBe('$filled(start.a) or start.b = $__unfinished or (start.b = $__unfinished)')
    expect(isUnfinished(text)).toBe(true)
    expect(incompleteCount(group)).toBe(2)
    expect(readCondition(text)?.rules[1]).toEqual({ path: 'start.b', operator: 'is' })
    expect(conditionText(emptyGroup)).toBe('')
    const added = conditionText({ join: 'and', rules: [complete, newRule] })
    expect(readCondition(added)?.rules).toEqual([complete, newRule])
  })

  it('has no number of what is none', () => {
    const rule: Rule = {
      path: 'start.a',
      operator: 'greater',
      compared: { kind: 'fixed', value: NaN },
    }
    const text = conditionText({ join: 'and', rules: [rule] })
    expect(isUnfinished(text)).toBe(true)
    expect(readCondition(text)?.rules).toEqual([{ path: 'start.a', operator: 'greater' }])
  })

  it.each(['all', 'any', 'none', 'not-all'] as const)('holds in the way %s', (way) => {
    const group = withWay({ join: 'and', rules: [complete, { ...complete, path: 'start.b' }] }, way)
    expect(wayOf(group)).toBe(way)
    const read = readCondition(conditionText(group))
    expect(read && wayOf(read)).toBe(way)
  })

  it('holds the other way inside of another', () =>
    expect(innerGroup({ join: 'and', rules: [] })).toMatchObject({ join: 'or' }))
})
