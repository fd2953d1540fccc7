import { afterAll, describe, expect, it } from 'vitest'
import { ExpressionError } from '#lib/domain/expressions/expression-error'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { computeExpressions } from './compute-expressions.ts'
import { expressionPool } from './expression-pool.ts'

afterAll(async () => await stopProcessPools())

const computationOf = (texts: string[], context: Record<string, unknown>) => ({
  organizationId: 'a',
  workflowId: 'w',
  expressions: texts.map((text, at) => ({ path: `field${at}`, text })),
  context,
  now: new Date('2026-03-01T10:00:00Z'),
  seed: 's',
})
const ask = async (texts: string[], context: Record<string, unknown> = {}, organizationId = 'a') =>
  await computeExpressions({ ...computationOf(texts, context), organizationId })
const failure = async (texts: string[], context: Record<string, unknown> = {}) => {
  const thrown = await ask(texts, context).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(ExpressionError)
  return thrown as ExpressionError
}

describe('expressions in a process', () => {
  it('return plain JSON, in their order', async () => {
    const start = { items: [{ n: 1 }, { n: 2 }], text: 'žluť' }
    const texts = ['$sum(start.items.n)', 'start.items[n = 2]', '$now()', '$uppercase(start.text)']
    const merged: unknown = { constructor: 1, toString: 2 }
    const all = [...texts, '$merge([{"constructor": 1}, {"toString": 2}])']
    expect(await ask(all, { start })).toEqual([
      3,
      { n: 2 },
      '2026-03-01T10:00:00.000Z',
      'ŽLUŤ',
      merged,
    ])
    const both = [start, JSON.stringify(start)]
    expect(await ask(['start', '$string(start)'], { start })).toEqual(both)
  })

  it('name the wrong field, and no value of the data', async () => {
    const error = await failure(['1', '$number(start.name)'], { start: { name: 'Ada Lovelace' } })
    expect(error).toMatchObject({ path: 'field1', code: 'D3030' })
    expect(error.message).toBe(
      'field1: The value given to $number cannot be read as a number. Give it a number, true, ' +
        'false, or a text that holds only a number.',
    )
  })

  it('are computed for each item by one request, and what they mark is not seen by the next', async () => {
    const items = [{ tags: 'a' }, { tags: ['a', 'b'] }, {}]
    const texts = ['$count(item.tags[]) & start.list[0][]', '$exists(item.tags)']
    const computation = { ...computationOf(texts, { start: { list: [1] }, item: items }) }
    expect(await computeExpressions({ ...computation, forEachItem: true })).toEqual([
      '1[1]',
      true,
      '2[1]',
      true,
      '0[1]',
      false,
    ])
    const random = { ...computationOf(['$random()'], { item: [1, 1] }), forEachItem: true }
    const [first, second] = await computeExpressions(random)
    expect(first).not.toBe(second)
    expect(await computeExpressions(random)).toEqual([first, second])
    const wrong = { ...computationOf(['$number(item)'], { item: ['1', 'x'] }), forEachItem: true }
    await expect(computeExpressions(wrong)).rejects.toThrow(/^field0: Entry 2: The value given/)
  })

  it('say what to do when they read or create too much', async () => {
    const start = { text: 'x'.repeat(33 * 1024 * 1024) }
    expect(await failure(['$length(start.text)'], { start })).toMatchObject({ code: 'too_large' })
    expect(await failure(['$pad("a", 20000000)'])).toMatchObject({ code: 'too_large' })
  })

  it('say so when what they read is nested too deeply', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 50_000; level++) deep = [deep]
    expect(await failure(['$count(start)'], { start: deep })).toMatchObject({ code: 'too_deep' })
  })
})

describe('a process that served one organization', () => {
  const secret = 'of organization a'

  it.each([
    ['a variable', '($secret := start.secret; 1)', '$secret'],
    ['a prototype', '$merge([{}, {"__proto__": {"secret": start.secret}}])', '{}.secret'],
    ['a changed prototype', '{} ~> |$|{"__proto__": {"secret": 1}}|', '{}.secret'],
    ['a constructor', '{} ~> |$|{"constructor": {"prototype": {"secret": 1}}}|', '{}.constructor'],
    ['a function', '($sum := function($x) { 2 }; $sum([1]))', '$sum([1]) = 1 ? null : 1'],
    ['a function for later', '($f := function() { start.secret }; $f)', '$f()'],
    ['an evaluated text', '$eval("($secret := start.secret; $sum := 1)")', '$secret'],
    ['a mark on a list', '(start.list[]; $append(start.list, start.secret))', 'start.list.secret'],
    ['a match of a pattern', '$match(start.secret, /of (.*)/)', '$match("", /of (.*)/)'],
  ])('leaves nothing for another in %s', async (_, leave, find) => {
    const one = { start: { secret, list: [1] } }
    const left = await ask([leave], one, 'a').catch((error: unknown) => error)
    if (!Array.isArray(left)) expect(left).toBeInstanceOf(ExpressionError)
    const pids = expressionPool().pids
    const found = await ask([find], { start: { list: [1] } }, 'b').catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'T1006' })
      return [null]
    })
    expect(found).toEqual([null])
    // No process was replaced, so the second question met what the first one left.
    expect(expressionPool().pids).toEqual(expect.arrayContaining(pids))
  })

  const names = ['constructor', '__proto__', 'prototype', 'constructor.constructor', 'valueOf']
  it.each(names)('gives none to %s', async (name) => {
    const found = ['start', '$sum', '[1]', '"a"', '$now'].map((of) => `${of}.${name}`)
    const texts = [...found, `$lookup(start, "${name}")`]
    expect(await ask(texts, { start: { a: 1 } })).toEqual(texts.map(() => null))
  })
})

describe('an expression that takes too much', { timeout: 120_000 }, () => {
  it.each([
    ['memory or time', '($a:=$split($pad("a",40000000),""); $count($zip($a,$a,$a,$a,$a,$a)))'],
    ['time', '$count($distinct([1..200000]))'],
  ])('ends its process: %s', async (_, text) => {
    const error = await failure([text])
    expect(error.path).toBe('field0')
    // On a busy machine a time limit may come first: ours, or JSONata's own, which it looks at
    // between two of its steps.
    expect(['memory', 'deadline', 'D1012']).toContain(error.code)
    expect(error.message).toMatch(/code step|took longer than/)
    expect(await ask(['$sum([1, 2])'])).toEqual([3])
  })

  it('cannot be told from its siblings, so the error names all', async () => {
    const error = await failure(['$sum([1])', '$count($distinct([1..200000]))'])
    expect(error).toMatchObject({ code: 'deadline', path: '' })
    expect(error.message).toContain('(field0, field1)')
  })
})
