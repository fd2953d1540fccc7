import { describe, expect, it } from 'vitest'
import { computeHere } from '#test/harness/compute-here'
import {
  configReferences,
  expressionsIn,
  parseExpression,
  references,
  resolveAtOnce,
  resolveConfig,
  type ExpressionSite,
} from './expressions.ts'

const context = {
  start: {
    name: 'Ada',
    items: [
      { id: 1, name: 'x' },
      { id: 2, name: 'y' },
    ],
    steps: { trap: true },
  },
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

  it.each([
    ['look-around', '$contains("aa", /(?=a)a/)', 'not supported'],
    ['counts that are large together', `[1${',/a{1000}b{1000}/'.repeat(10)}]`, 'too large'],
    ['a count of something long', `/(${'abcdefgh'.repeat(10)}){999}/`, 'too large'],
  ])('refuses regular expressions with %s', (_, text, message) =>
    expect(parseExpression(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    }),
  )

  it('takes the regular expressions of ordinary forms', () => {
    const pattern = String.raw`/^\(?\d{3}\)?[-. ]?\d{3}[-. ]?\d{4}(x\d{1,5})?$/`
    expect(parseExpression(`$match(start.phone, ${pattern})`)).toMatchObject({ ok: true })
  })

  it('gives the position of the fault', () =>
    expect(parseExpression('start.name & & 2')).toMatchObject({ ok: false, position: 14 }))
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

  it('finds start, run, item, error and names that do not exist', () => {
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

  it('does not mistake variables, fields of other things and texts for names', () => {
    expect(
      references('($v := start.items; $map($v, function($i) { $i.name & "steps.x" }))'),
    ).toMatchObject({ steps: [], unknown: [], allSteps: false })
  })
})

describe('resolveConfig', () => {
  const config = {
    title: 'fixed',
    to: [{ $: 'start.name' }, 'x'],
    nested: { deep: { $: 'steps.count.output + 1' } },
    $: 'kept',
    none: null,
  }

  it('replaces expressions at any depth and nothing else', async () => {
    expect(await resolveConfig(config, context, computeHere)).toEqual({
      title: 'fixed',
      to: ['Ada', 'x'],
      nested: { deep: 3 },
      $: 'kept',
      none: null,
    })
  })

  it('names the field at fault', async () => {
    const faulty = { to: [{ a: { $: '$sum(' } }] }
    await expect(resolveConfig(faulty, context, computeHere)).rejects.toMatchObject({
      path: 'to.0.a',
      message: expect.stringMatching(/^to\.0\.a: /),
    })
  })

  it('finds its expressions and what they read', () => {
    expect(expressionsIn(config).map((site) => site.path)).toEqual(['to.0', 'nested.deep'])
    expect(configReferences(config)).toMatchObject({
      steps: ['count'],
      startFields: ['name'],
      allSteps: false,
    })
  })

  it('computes plain expressions itself and asks for all others at once', async () => {
    const asked: { sites: ExpressionSite[]; seen: unknown }[] = []
    const three = {
      plain: { $: 'start.name & "!"' },
      'a.b': { $: '$count(steps.search.output.patients)' },
      a: { b: { $: '$uppercase(start.name)' }, same: { $: 'start.name' } },
    }
    const resolved = await resolveConfig(three, context, async (sites, seen) => {
      asked.push({ sites, seen })
      return await computeHere(sites, seen)
    })
    expect(resolved).toEqual({ plain: 'Ada!', 'a.b': 1, a: { b: 'ADA', same: 'Ada' } })
    expect(asked.map(({ sites }) => sites.map(({ text }) => text))).toEqual([
      ['$count(steps.search.output.patients)', '$uppercase(start.name)'],
    ])
  })

  it.each([
    ['$sum(steps.count.output)', { steps: { count: context.steps.count } }],
    ['$uppercase(start.name)', { steps: {}, start: { name: 'Ada' } }],
    ['$keys(start) & start.name', { steps: {}, start: context.start }],
    ['$string(run)', { steps: {}, run: context.run }],
    ['$string($)', context],
    ['$eval("steps")', context],
  ])('gives %s only what it reads', async (text, seen) => {
    let given: unknown
    await resolveConfig({ value: { $: text } }, context, async (sites, read) => {
      given = read
      return sites.map(() => null)
    })
    expect(given).toEqual(seen)
  })

  it('leaves a plain expression that costs much to JSONata, without computing it first', async () => {
    const start = { text: 'x'.repeat(1_000_000) }
    const text = Array.from({ length: 60 }, () => 'start.text').join(' & ')
    let asked = 0
    const resolved = await resolveConfig({ value: { $: text } }, { start }, async () => {
      asked += 1
      return ['computed']
    })
    expect(resolved).toEqual({ value: 'computed' })
    expect(asked).toBe(1)
    const left = { values: 20_000, characters: 1_000_000 }
    expect(resolveAtOnce({ value: { $: text } }, { start }, left)).toBeUndefined()
  })

  it('treats data that looks like a function as data', async () => {
    const start = { f: { _jsonata_function: true }, name: 'Ada' }
    const config = { all: { $: 'start' }, one: { $: 'start.f._jsonata_function' } }
    const never = async (): Promise<never> => await Promise.reject(new Error('not asked'))
    expect(await resolveConfig(config, { start }, never)).toEqual({ all: start, one: true })
  })
})
