import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { evaluate } from '../compute-expressions.ts'
import { isUnfinished } from '../unfinished.ts'
import {
  isGroup,
  readCondition,
  writeCondition,
  type Group,
  type Operator,
  type Rule,
} from './condition.ts'
import { readTemplate, writeTemplate, joinedParts, type TemplatePart } from './template.ts'
import { pathOf, valueAt, type Place } from './path.ts'
import { placeOfText } from './tree.ts'

const name = fc.oneof(
  fc.constantFrom('name', 'and', 'in', 'true', 'null', 'function', 'first name', 'ä', 'x1', '0'),
  fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !text.includes('`')),
)
const path = fc
  .tuple(
    fc.constantFrom('start', 'item', 'steps'),
    fc.array(fc.tuple(name, fc.option(fc.nat(3), { nil: undefined })), { maxLength: 3 }),
  )
  .map(([root, rest]) =>
    pathOf([
      root,
      ...rest.flatMap(([one, entry]): Place => (entry === undefined ? [one] : [one, entry])),
    ]),
  )
const words = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('⟦start.a⟧', '"', '\\', '\n', 'null', '/* x */', "it's"),
)

test('paths of any names come back', () =>
  fc.assert(
    fc.property(path, (text) => {
      const place = placeOfText(text)
      expect(place && pathOf(place)).toBe(text)
    }),
    { numRuns: 500 },
  ))

const format = fc.oneof(
  fc.record({ kind: fc.constant('date' as const), style: fc.constantFrom('long', 'time') }),
  fc.record({ kind: fc.constant('amount' as const), style: fc.constantFrom('whole', 'two') }),
  fc.record({ kind: fc.constant('list' as const), style: fc.constantFrom('and', 'lines') }),
  fc.record({
    kind: fc.constant('list' as const),
    style: fc.constantFrom('and', 'lines'),
    entries: fc.record({
      kind: fc.constantFrom('date' as const, 'amount' as const),
      style: fc.constantFrom('long', 'two'),
    }),
  }),
)
const part: fc.Arbitrary<TemplatePart> = fc.oneof(
  words.map((text) => ({ text })),
  path.map((one) => ({ value: { path: one } })),
  path.map((one) => ({ value: { path: one, bare: true as const } })),
  fc.tuple(path, format).map(([one, how]) => ({ value: { path: one, format: how } })),
  fc.tuple(path, words).map(([one, otherwise]) => ({ value: { path: one, otherwise } })),
  fc
    .tuple(path, format, words)
    .map(([one, how, otherwise]) => ({ value: { path: one, format: how, otherwise } })),
)

test('a field of all entries is what JSONata reads of a list', async () => {
  const start = { claims: [{ status: 'denied' }, {}, { status: 'paid' }] }
  const path = 'start.claims.status'
  expect(valueAt({ start }, placeOfText(path) ?? [])).toEqual(['denied', 'paid'])
  const listed = writeTemplate([{ value: { path, format: { kind: 'list', style: 'and' } } }])
  expect(await evaluate(listed, { start })).toBe('denied and paid')
  const only = { claims: [{ status: 'denied' }] }
  expect(await evaluate(listed, { start: only })).toBe('denied')
})

describe('a text with values', () => {
  test('comes back as it was written', () =>
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        expect(readTemplate(writeTemplate(parts))).toEqual(joinedParts(parts))
      }),
      { numRuns: 2000 },
    ))

  it.each<[string, TemplatePart[]]>([
    [
      '"Dear " & start.name & ","',
      [{ text: 'Dear ' }, { value: { path: 'start.name', bare: true } }, { text: ',' }],
    ],
    ['start.name', [{ value: { path: 'start.name', bare: true } }]],
    [
      '("On " & $date(steps.find.output[0].at, "long", run.timeZone))',
      [
        { text: 'On ' },
        { value: { path: 'steps.find.output[0].at', format: { kind: 'date', style: 'long' } } },
      ],
    ],
  ])('reads %s', (expression, parts) => expect(readTemplate(expression)).toEqual(parts))

  it.each([
    '"a" & "b"',
    '"a" & 1',
    '"" & start.a',
    'start.a + 1',
    'start.items[price > 3].name',
    'start.items^(price)',
    'start.*.name',
    '"a" /* why */ & start.a',
    '$date(start.a, "long")',
    '$date(start.a, "long", "UTC") & "x"',
    '$text(start.a, start.b)',
    '$uppercase(start.a)',
    '"unfinished',
    '',
  ])('leaves %s to code', (expression) => expect(readTemplate(expression)).toBeUndefined())

  it('prints no null, whatever a value is', async () => {
    const expression = writeTemplate([
      { text: 'Dear ' },
      { value: { path: 'start.name' } },
      { text: ', on ' },
      { value: { path: 'start.day', format: { kind: 'date', style: 'weekday' } } },
      { text: ': ' },
      { value: { path: 'start.sum', format: { kind: 'amount', style: 'dollars' } } },
      { text: ' for ' },
      { value: { path: 'start.list', format: { kind: 'list', style: 'and' }, otherwise: 'none' } },
    ])
    const run = { timeZone: 'America/New_York' }
    const start = { name: 'Ada', day: '2026-11-23', sum: 1234.5, list: ['x', null, 'y', 'z'] }
    expect(await evaluate(expression, { start, run })).toBe(
      'Dear Ada, on Monday, November 23, 2026: $1,234.50 for x, y and z',
    )
    const nothing = { name: null, day: null, sum: null, list: null }
    for (const empty of [nothing, {}])
      expect(await evaluate(expression, { start: empty, run })).toBe('Dear , on :  for none')
  })
})

const fixed = fc.oneof(words, fc.integer(), fc.boolean()).map((value) => ({
  kind: 'fixed' as const,
  value,
}))
const other = path.map((one) => ({ kind: 'path' as const, path: one }))
const any = fc.oneof(fixed, other)
const choice = fc
  .array(fc.oneof(words, fc.integer()), { maxLength: 3 })
  .map((values) => ({ kind: 'fixed-list' as const, values }))
const ofText = words.map((value) => ({ kind: 'fixed' as const, value }))

const rule: fc.Arbitrary<Rule> = fc.oneof(
  fc.record({ path, operator: fc.constantFrom('is', 'is-not'), compared: any }),
  fc.record({
    path,
    operator: fc.constantFrom('less', 'at-most', 'greater', 'at-least'),
    compared: any,
  }),
  fc.record({
    path,
    operator: fc.constantFrom('before', 'on-or-before', 'after', 'on-or-after'),
    compared: any,
  }),
  fc.record({
    path,
    operator: fc.constantFrom('before', 'on-or-before', 'after', 'on-or-after', 'on'),
    compared: fc.constant({ kind: 'fixed' as const, value: '2026-11-23' }),
  }),
  fc.record({
    path,
    operator: fc.constantFrom('count-is', 'count-less', 'count-more'),
    compared: any,
  }),
  fc.record({ path, operator: fc.constantFrom('filled', 'empty', 'exists', 'missing', 'null') }),
  fc.record({ path, operator: fc.constantFrom('contains', 'not-contains'), compared: any }),
  fc.record({ path, operator: fc.constant('starts-with'), compared: ofText }),
  fc.record({ path, operator: fc.constantFrom('one-of', 'none-of'), compared: choice }),
  fc.record({ path, operator: fc.constantFrom('has', 'has-not'), compared: any }),
) as fc.Arbitrary<Rule>

/** Groups as the builder makes them: inside of "all" stands "any", and the other way round. */
function groups(join: 'and' | 'or', depth: number): fc.Arbitrary<Group> {
  const inner =
    depth === 0 ? rule : fc.oneof(rule, groups(join === 'and' ? 'or' : 'and', depth - 1))
  return fc
    .tuple(fc.array(inner, { minLength: 2, maxLength: 3 }), fc.boolean())
    .map(([rules, not]) => ({ join, rules, ...(not ? { not: true as const } : {}) }))
}

describe('a condition', () => {
  test('of any groups comes back as it was written', () =>
    fc.assert(
      fc.property(fc.oneof(groups('and', 2), groups('or', 2)), (group) => {
        expect(readCondition(writeCondition(group))).toEqual(group)
      }),
      { numRuns: 1000 },
    ))

  test('of one rule comes back as it was written', () =>
    fc.assert(
      fc.property(rule, (one) => {
        const group = { join: 'and' as const, rules: [one] }
        expect(readCondition(writeCondition(group))).toEqual(group)
      }),
      { numRuns: 500 },
    ))

  it.each([
    ['start.urgency = "urgent"', { path: 'start.urgency', operator: 'is' }],
    ['steps.count.output > 3', { operator: 'greater', unguarded: true }],
    ['start.n != null and start.n > 3', { operator: 'greater' }],
    ['start.consent = true', { compared: { kind: 'fixed', value: true } }],
    ['"x" in start.tags', { path: 'start.tags', operator: 'has' }],
  ])('reads %s', (expression, expected) => {
    const group = readCondition(expression)
    expect(group?.rules).toHaveLength(1)
    const [only] = group?.rules ?? []
    expect(only && !isGroup(only)).toBe(true)
    expect(only).toMatchObject(expected)
  })

  it.each([
    'start.urgent',
    '$count(start.items[price > 3]) > 0',
    'start.a = "x" ? true : false',
    '"x" = start.a',
    'start.a + 1 > 3',
    'start.a = "x" and $sum(start.b) > 3',
    '$substring(start.a, 0, 2) = "abc"',
    '$contains(start.a, /x/)',
    'start.a = "x" /* why */',
    'start.a = ',
  ])('leaves %s to code', (expression) => expect(readCondition(expression)).toBeUndefined())

  it.each([
    '$toMillis(start.at) < $toMillis("2026-11-23")',
    'start.at != null and $toMillis(start.at) <= $toMillis("2026-11-23")',
  ])('keeps %s as it is', (expression) => {
    const group = readCondition(expression)
    expect(group && writeCondition(group)).toBe(expression)
  })

  // 20:30 in New York is the next day in UTC.
  const evening = '2026-11-24T01:30:00Z'
  it.each<[Operator, unknown, boolean]>([
    ['on-or-before', evening, true],
    ['after', evening, false],
    ['on', evening, true],
    ['before', evening, false],
    ['on', '2026-11-23', true],
    ['before', '2026-11-22', true],
    ['before', '', false],
    ['before', null, false],
    ['on-or-before', undefined, false],
    ['on', 'no day', false],
  ])('%s a day: %j by the clock of the workflow', async (operator, at, expected) => {
    const compared = { kind: 'fixed' as const, value: '2026-11-23' }
    const written = writeCondition({
      join: 'and',
      rules: [{ path: 'start.at', operator, compared }],
    })
    const data = { start: { at }, run: { timeZone: 'America/New_York' } }
    expect((await evaluate(written, data)) ?? false).toBe(expected)
  })

  it.each<[string, unknown, boolean]>([
    ['less', 2, true],
    ['less', null, false],
    ['less', undefined, false],
    ['contains', 'a 3 b', true],
    ['contains', null, false],
    ['not-contains', null, true],
    ['not-contains', undefined, true],
    ['count-less', null, false],
    ['starts-with', '34', true],
    ['filled', 0, true],
    ['filled', [], false],
    ['empty', null, true],
    ['empty', undefined, true],
  ])('%s never fails for %j', async (operator, value, expected) => {
    const text = { kind: 'fixed' as const, value: '3' }
    const number = { kind: 'fixed' as const, value: 3 }
    const compared = ['less', 'count-less'].includes(operator) ? number : text
    const one = { path: 'start.a', operator, compared } as Rule
    const written = writeCondition({ join: 'and', rules: [one] })
    expect(await evaluate(written, { start: { a: value } })).toBe(expected)
  })
})

describe('a rule that is not complete', () => {
  const compares: Operator[] = [
    'is',
    'is-not',
    'greater',
    'at-most',
    'before',
    'on-or-after',
    'on',
    'count-more',
    'contains',
    'not-contains',
    'starts-with',
    'one-of',
    'none-of',
    'has',
    'has-not',
  ]

  it.each(compares)('comes back as far as it is chosen: %s', (operator) => {
    const rule: Rule = { path: 'start.a', operator }
    const beside: Rule = { path: 'start.b', operator: 'filled' }
    const group: Group = { join: 'and', rules: [beside, rule] }
    const text = writeCondition(group)
    expect(isUnfinished(text)).toBe(true)
    expect(readCondition(text)).toEqual(group)
  })

  it('is not computed', async () => {
    await expect(evaluate('start.a = $__unfinished', { start: {} })).rejects.toThrow('not complete')
  })

  it('is told from texts that only look like one', () => {
    expect(isUnfinished('start.a = "$__unfinished"')).toBe(false)
    expect(isUnfinished('($unfinished := start.a; $unfinished)')).toBe(false)
    expect(isUnfinished('start.a = $__unfinishedBusiness')).toBe(false)
    expect(readCondition('start.a = ""')?.rules).toEqual([
      { path: 'start.a', operator: 'is', compared: { kind: 'fixed', value: '' } },
    ])
  })
})
