import { describe, expect, it } from 'vitest'
import { configReferences, evaluate, ExpressionError, expressionsIn, parseExpression, references, resolveConfig } from './expressions.ts'

const context = {
  start: { name: 'Ada', items: [{ id: 1, name: 'x' }, { id: 2, name: 'y' }], steps: { trap: true } },
  steps: { search: { output: { patients: [{ id: 'P1' }] } }, count: { output: 2 } },
  run: { id: 'r' },
}

describe('parseExpression', () => {
  it.each([
    ['steps.a.output', true],
    ['$sum(', false],
    ['a b', false],
    ['', false],
    ['('.repeat(9000), false],
  ])('%s → %s', (text, ok) => expect(parseExpression(text).ok).toBe(ok))

  it('tells where the fault is', () => expect(parseExpression('start.name & & 2')).toMatchObject({ ok: false, position: 14 }))
})

describe('references', () => {
  it.each<[string, string[], boolean]>([
    ['steps.a.output.b', ['a'], false],
    ['$.steps.a & $$.steps.b', ['a', 'b'], false],
    ['`steps`.`a`.output', ['a'], false],
    ['steps."a".output', ['a'], false],
    ['$.{"x": steps.a.output}', ['a'], false],
    ['{"x": steps.a.output}{"k": steps.b}', ['a'], false],
    ['start.items.{ "x": $$.steps.b.output, "y": name }', ['b'], false],
    ['start.items[$$.steps.c.output = id]', ['c'], false],
    ['start.items^($$.steps.q.x)', ['q'], false],
    ['start.items^(steps.q.x)', [], false],
    ['start.items.steps', [], false],
    ['start.items[steps.a]', [], false],
    ['function($i){ steps.a }(1)', ['a'], false],
    ['steps.a.output ~> $sum', ['a'], false],
    ['start ~> |$|{"x": $$.steps.a}|', ['a'], false],
    ['start.x ? steps.a : steps.b', ['a', 'b'], false],
    ['[steps.a, {"k": [steps.b]}]', ['a', 'b'], false],
    ['$now()', [], false],
    ['$lookup(steps, start.which)', [], true],
    ['steps', [], true],
    ['steps.*', [], true],
    ['steps[0].a', [], true],
    ['(steps).a', [], true],
    ['**.output', [], true],
    ['*', [], true],
    ['$', [], true],
    ['$$', [], true],
    ['($s := $$; $s.steps.a)', [], true],
    ['$eval("steps.a")', [], true],
    ['start.a.%.%.steps.b', [], true],
    ['$keys()', [], true],
    ['$lookup("steps")', [], true],
    ['$each($f)', [], true],
    ['start.items.$keys()', [], false],
  ])('%s reads %j, all: %s', (text, steps, allSteps) => {
    const found = references(text)
    expect({ steps: found.steps, allSteps: found.allSteps }).toEqual({ steps, allSteps })
  })

  it('tells start, run, item, error and names that do not exist', () => {
    expect(references('start.name & run.id & item.x & error.message & patient.name')).toEqual({
      steps: [],
      allSteps: false,
      start: true,
      startFields: ['name'],
      run: true,
      item: true,
      error: true,
      unknown: ['patient'],
    })
  })

  it('does not take variables, fields of other things and texts for names', () => {
    expect(references('($v := start.items; $map($v, function($i) { $i.name & "steps.x" }))')).toMatchObject({ steps: [], unknown: [], allSteps: false })
  })
})

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

  it('gives lists without the marks of JSONata', async () => {
    expect(Object.keys((await evaluate('start.items.name', context)) as object)).toEqual(['0', '1'])
  })

  it('takes the time from its options', async () => {
    const now = new Date('2026-03-01T10:00:00Z')
    expect(await evaluate('[$now(), $now("[Y]"), $millis()]', {}, { now })).toEqual(['2026-03-01T10:00:00.000Z', '2026', now.getTime()])
  })

  it.each([
    ['($f := function($n) { $f($n + 1) }; $f(1))', 'D1012'],
    ['($f := function($n) { 1 + $f($n + 1) }; $f(1))', 'D1011'],
    ['[1..9999999]', 'D2015'],
    ['($g := function($x, $n) { $n = 0 ? $x : $g([$x, {"a": $x}], $n - 1) }; $g([1], 40))', 'expression'],
    ['$sum("a")', 'T0412'],
    ['a b', 'S0201'],
  ])('stops %s with %s', async (text, code) => {
    await expect(evaluate(text, context, { timeoutMs: 200 })).rejects.toMatchObject({ name: 'ExpressionError', code })
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
  ])('regular expressions: %s', async (text, value) => expect(await evaluate(text, {})).toEqual(value))

  it('refuses regular expressions that could run for long', async () => {
    expect(parseExpression('$contains("aa", /(?=a)a/)')).toMatchObject({ ok: false })
    await expect(evaluate('$contains("aa", /(a)\\1/)', {})).rejects.toMatchObject({ code: 'regexp', message: expect.stringMatching(/not supported/) })
  })

  it('keeps values out of its messages', async () => {
    const error = await evaluate('$number(start.name)', { start: { name: 'Ada Lovelace' } }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ExpressionError)
    expect((error as ExpressionError).message).not.toContain('Ada')
  })
})

describe('resolveConfig', () => {
  const config = { title: 'fixed', to: [{ $: 'start.name' }, 'x'], nested: { deep: { $: 'steps.count.output + 1' } }, $: 'kept', none: null }

  it('replaces expressions at any depth and nothing else', async () => {
    expect(await resolveConfig(config, context)).toEqual({ title: 'fixed', to: ['Ada', 'x'], nested: { deep: 3 }, $: 'kept', none: null })
  })

  it('names the field at fault', async () => {
    await expect(resolveConfig({ to: [{ a: { $: '$sum("x")' } }] }, context)).rejects.toMatchObject({ path: 'to.0.a', message: expect.stringMatching(/^to\.0\.a: /) })
  })

  it('finds its expressions and what they read', () => {
    expect(expressionsIn(config).map((site) => site.path)).toEqual(['to.0', 'nested.deep'])
    expect(configReferences(config)).toMatchObject({ steps: ['count'], startFields: ['name'], allSteps: false })
  })
})
