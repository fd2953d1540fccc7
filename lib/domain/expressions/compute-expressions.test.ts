import { afterEach, describe, expect, it, vi } from 'vitest'
import { computeExpressions, evaluate, ExpressionCache } from './compute-expressions.ts'
import { ExpressionError } from './expression-error.ts'

afterEach(() => vi.restoreAllMocks())

const context = {
  start: {
    name: 'Ada',
    items: [
      { id: 1, name: 'x' },
      { id: 2, name: 'y' },
    ],
  },
  steps: { search: { output: { patients: [{ id: 'P1' }] } } },
}

describe('evaluate', () => {
  it.each([
    ['steps.search.output.patients[0].id', 'P1'],
    ['start.items.name', ['x', 'y']],
    ['start.items[id > 5]', null],
    ['start.items[]', context.start.items],
    ['{"n": $count(start.items), "f": $sum}', { n: 2 }],
    ['start.constructor', null],
    ['$sum', null],
    ['1/3 > 0', true],
  ])('%s', async (text, value) => expect(await evaluate(text, context)).toEqual(value))

  it('answers lists without the marks of JSONata', async () => {
    expect(Object.keys((await evaluate('start.items.name', context)) as object)).toEqual(['0', '1'])
  })

  it('takes the time from its options', async () => {
    const now = new Date('2026-03-01T10:00:00Z')
    expect(await evaluate('[$now(), $now("[Y]"), $millis()]', {}, { now })).toEqual([
      '2026-03-01T10:00:00.000Z',
      '2026',
      now.getTime(),
    ])
  })

  it.each([
    ['($f := function($n) { $f($n + 1) }; $f(1))', 'D1012'],
    ['($f := function($n) { 1 + $f($n + 1) }; $f(1))', 'D1011'],
    ['[1..9999999]', 'D2015'],
    [
      '($g := function($x, $n) { $n = 0 ? $x : $g([$x, {"a": $x}], $n - 1) }; $g([1], 40))',
      'too_large',
    ],
    ['$length($pad("a", 1e9))', 'too_large'],
    ['$sum("a")', 'T0412'],
    ['a b', 'S0201'],
  ])('stops %s with %s', async (text, code) => {
    // All but the endless one end by themselves, late on a busy machine.
    const timeoutMs = code === 'D1012' ? 200 : 15_000
    await expect(evaluate(text, context, { timeoutMs })).rejects.toMatchObject({
      name: 'ExpressionError',
      code,
    })
  })

  it.each([
    ['gets no processor, ends', () => 0, { ok: true, values: [3] }],
    ['computes all the time, is stopped', () => performance.now() * 1e9, { code: 'D1012' }],
  ])('what %s', async (_which, cpuMs, expected) => {
    let now = 0
    // Each reading of the clock gives a much later time.
    vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1500
      return now
    })
    const request = { expressions: ['1 + 2'], context: '{}', now: null, seed: null }
    const computed = await computeExpressions(request, '', new ExpressionCache(), cpuMs)
    expect(computed).toMatchObject(expected)
  })

  it.each<[string, unknown]>([
    ['$match("ab12 cd3", /([a-z]+)(\\d+)/).groups[0]', ['ab', 'cd']],
    ['$replace("a.b.c", /\\./, "-")', 'a-b-c'],
    ['$replace("John Smith", /(\\w+)\\s(\\w+)/, "$2, $1")', 'Smith, John'],
    ['$split("a, b;c", /[,;]\\s*/)', ['a', 'b', 'c']],
    ['$contains("REFERRAL", /refer/i)', true],
    ['$contains("one\\ntwo", /^two$/m)', true],
    ['$contains("x", /y/)', false],
    ['$match("žluťoučký", /\\S+/).match', 'žluťoučký'],
    ['$match("x", /(y)?x/).groups[0] = ""', false],
    [`$contains("${'a'.repeat(50)}!", /^(a+)+$/i)`, false],
  ])('regular expressions: %s', async (text, value) =>
    expect(await evaluate(text, {})).toEqual(value),
  )

  it('refuses regular expressions that could run for long', async () => {
    await expect(evaluate('$contains("aa", /(a)\\1/)', {})).rejects.toMatchObject({
      code: 'regexp',
      message: expect.stringMatching(/not supported/),
    })
  })

  it('keeps values out of its messages', async () => {
    const error = await evaluate('$number(start.name)', { start: { name: 'Ada Lovelace' } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ExpressionError)
    expect((error as ExpressionError).message).not.toContain('Ada')
  })
})

describe('data that looks like a function of JSONata', () => {
  const odd = {
    f: { _jsonata_function: true, implementation: 'x', name: 'Ada' },
    g: { _jsonata_lambda: true, body: 1, environment: {}, text: 'a _jsonata_lambda' },
  }

  it.each([
    ['start', odd],
    ['start.f.name', 'Ada'],
    ['start.f._jsonata_function', true],
    ['$keys(start.g)', ['_jsonata_lambda', 'body', 'environment', 'text']],
    ['$lookup(start.g, "_jsonata_lambda")', true],
    ['$type(start.f)', 'object'],
    ['{ "copy": start.g }', { copy: odd.g }],
    ['{ "_jsonata_lambda": 1 }', { _jsonata_lambda: 1 }],
    ['$string(start.g)', JSON.stringify(odd.g)],
    ['$map([1, 2], $string)', ['1', '2']],
  ])('%s is plain data', async (text, value) =>
    expect(await evaluate(text, { start: odd })).toEqual(value),
  )

  const calls = ['start.f(1)', 'start.g()', '$map([1], start.g)', '1 ~> start.g']
  it.each([...calls, '(start.f ~> start.g)(1)'])('is not called: %s', async (text) => {
    const error = await evaluate(text, { start: odd }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ExpressionError)
    expect((error as ExpressionError).message).not.toMatch(/lookup|undefined|not a function$/)
  })
})

describe('several expressions', () => {
  const ask = async (expressions: string[], data: unknown = context, seed: string | null = 's') => {
    const request = { expressions, context: JSON.stringify(data), now: 0, seed }
    return await computeExpressions(request, 'org', new ExpressionCache())
  }

  it('see the same context, also after one that marks a list', async () => {
    const twice = ['start.items[id = 1][]', 'start.items[id = 1]']
    expect(await ask(twice)).toEqual({
      ok: true,
      values: [[{ id: 1, name: 'x' }], { id: 1, name: 'x' }],
    })
  })

  it('tell which one failed', async () => {
    expect(await ask(['1', '$sum("x")', '2'])).toMatchObject({ ok: false, index: 1, code: 'T0412' })
  })

  it('make the same random numbers of the same seed', async () => {
    const texts = ['[$random(), $random()]', '$shuffle([1..50])', '$random()']
    expect(await ask(texts)).toEqual(await ask(texts))
    expect(await ask(texts)).not.toEqual(await ask(texts, context, 'another'))
    const computed = await ask(texts)
    type Values = [number[], number[], number]
    const [pair, shuffled, last] = (computed.ok ? computed.values : []) as Values
    for (const number of [...pair, last]) {
      expect(number).toBeGreaterThanOrEqual(0)
      expect(number).toBeLessThan(1)
    }
    expect(pair[0]).not.toBe(pair[1])
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1))
  })
})
