import { afterAll, describe, expect, it } from 'vitest'
import { ProcessPool } from '#lib/process-pool/pool'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { checkTypes } from './check-types.ts'
import type { TypesReply, TypesRequest } from './messages.ts'
import { typesKind } from './types-kind.ts'

const pool = new ProcessPool<TypesRequest, TypesReply>(typesKind)
afterAll(async () => {
  await pool.stop()
  await stopProcessPools()
})

const scope = `
interface Start { name: string; middle?: string; charges: Array<number> }
interface Steps { readonly lookup: { readonly output: any } }
interface CodeInput { readonly start: Start; readonly steps: Steps }`

const faultsOf = async (code: string, organizationId = 'one') =>
  (await checkTypes({ code, scope }, organizationId, pool)).map(
    ({ line, column, message }) => `${line}:${column} ${message}`,
  )

describe('the types of a code', { timeout: 60_000 }, () => {
  it('are checked where it has types', async () => {
    const code = 'export default async () => {\n  const n: number = "text"\n  return n\n}'
    expect(await faultsOf(code)).toEqual(["2:9 Type 'string' is not assignable to type 'number'."])
  })

  it('find names that do not exist, also those of other surroundings', async () => {
    const code = 'export default async () => {\n  await fetch("/")\n  return undefinedThing\n}'
    expect(await faultsOf(code)).toEqual([
      expect.stringMatching(/^2:9 There is no "fetch" here\. /),
      expect.stringMatching(/^3:10 There is no "undefinedThing" here\. /),
    ])
  })

  it.each([
    'export default ({ start }) => start.nam',
    'export default async function main({ start }) { return start.nam }',
    'export default input => input.start.nam',
    'const main = ({ start }) => start.nam\nexport default main',
    'function main({ start }) { return start.nam }\nexport { main as default }',
    'export default (({ start: { nam } }) => nam)',
    'export default ({ start }: CodeInput) => start.nam',
  ])('are those of the start data: %s', async (code) => {
    const [fault, ...more] = await faultsOf(code)
    expect(fault).toContain("Property 'nam' does not exist on type 'Start'.")
    expect(more).toEqual([])
  })

  it('say where a value may be missing', async () => {
    expect(await faultsOf('export default ({ start }) => start.middle.trim()')).toEqual([
      "1:31 'start.middle' is possibly 'undefined'.",
    ])
  })

  it.each([
    'export default ({ start }) => { const o = {}; o.a = 1; o.b = start.name; return o }',
    'export default ({ start }: CodeInput) => { const l = []; l.push(start.name); return l }',
    'export default () => { const l = []; l.push(1); l.push("a"); return l[0] }',
    'export default () => { function f(a, b) { return b ?? a } return f(1) }',
    'export default () => new Date(2) - new Date(1)',
    'export default () => { try { JSON.parse("{") } catch (e) { return e.code } return null }',
    'export default ({ start, steps }) => steps.lookup.output.any.thing + steps["lookup"].output',
    'export default () => { throw new ApiError(422, "No", { issues: [] }) }',
    'export default ({ start }) => { console.log(start); return Object.entries(start) }',
    'let cache; export default ({ start }) => { cache ??= {}; cache[start.name] = 1; return cache }',
    'class A { constructor() { this.x = 1 } }\nexport default () => new A().x',
    'export default ({ start }) => start.charges.reduce((sum, each) => sum + each, 0)',
    'export default ({ start: { name = "x", ...rest } }) => ({ name, ...rest })',
    'export default async (_, more = 1) => Promise.allSettled([more])',
    'export default () => [new Set([1]).union(new Set([2])), Iterator.from([1]).map((n) => n)]',
  ])('say nothing of code that runs: %s', async (code) => {
    expect(await faultsOf(code)).toEqual([])
  })

  it('end where the code is nested too deeply', async () => {
    const [fault] = await faultsOf(
      `export default () => ${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    )
    expect(fault).toMatch(/nested too deeply, so its types were not checked/)
  })
})

describe('types that explode', { timeout: 120_000 }, () => {
  // TypeScript stops each statement that goes too far; here each goes nearly as far.
  const exploding = `
    type D = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
    type All<S extends string> = \`${'${D}'.repeat(4)}\` extends infer N extends string
      ? N extends N ? { [K in \`${'${S}'}${'${N}'}\`]: \`${'${K}'}${'${S}'}\` }[\`${'${S}'}${'${N}'}\`] : never : never
    ${Array.from({ length: 400 }, (_, at) => `const a${at}: All<'${at}-'> = 'no'`).join('\n')}
    export default () => a0`

  it('end within their limit, with what to do, while another organization is served', async () => {
    await faultsOf('export default () => 1')
    const slow = faultsOf(exploding)
    const others = Array.from({ length: 5 }, (_, at) =>
      faultsOf(`export default ({ start }) => start.nam${at}`, `other-${at}`),
    )
    let isSlowDone = false
    void slow.finally(() => {
      isSlowDone = true
    })
    for (const other of others) expect((await other)[0]).toMatch(/Property 'nam\d' does not exist/)
    expect(isSlowDone).toBe(false)
    expect(await slow).toEqual([
      expect.stringMatching(/take longer than 3 seconds|need more memory/),
    ])
    // It is known, so it is not tried again.
    const started = performance.now()
    await faultsOf(exploding)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
