import { beforeAll, describe, expect, test, vi } from 'vitest'
import { usedCpuMs } from '#lib/process-pool/deadline'
import { escapeVectors } from '../escape-vectors.ts'
import type { RunRequest } from '../runner-messages.ts'
import { BytecodeCache } from './bytecode.ts'
import { EngineFactory } from './engine.ts'
import { runGuest } from './run-guest.ts'

vi.setConfig({ testTimeout: 60_000 })

let engines: EngineFactory
beforeAll(async () => {
  engines = await EngineFactory.create()
})

async function run(source: string, bytecode?: Uint8Array) {
  const usual = { input: '{"list":[1]}', timeoutMs: 20_000, now: 0, seed: 'seed' }
  const request: RunRequest = { type: 'run', source, ...usual }
  const started = { at: performance.now(), cpuMs: usedCpuMs() }
  const end = runGuest(await engines.take(), request, started, bytecode)
  await engines.renew()
  return end
}

async function bytecodeOf(source: string): Promise<Uint8Array | undefined> {
  const cache = new BytecodeCache()
  await cache.learn(source, engines)
  return cache.get(source)
}

describe('bytecode and source have the same outcome', () => {
  // An import is refused before bytecode exists. How deep a stack of this process may be depends on
  // how well V8 has compiled the engine by then; a runner has a larger stack than the engine's limit.
  const ended = escapeVectors.filter(
    ({ name, code, expected }) =>
      !code.startsWith('import ') &&
      !name.includes('stack overflow') &&
      ('value' in expected || expected.kind === 'thrown'),
  )
  const asModule = (code: string) =>
    /^export|\nexport/m.test(code) ? code : `export default ${code}`
  const more = [
    'export default () => [Math.random(), Date.now(), String(() => 1)]',
    '\nconst a = await Promise.resolve(1)\nexport default ({ list }) => list[0] + a',
    'export default () => {\n  throw new TypeError("here")\n}',
    'export default () => {\n  return new Error("x").stack\n}',
    'export default () => import("code.ts").then((own) => Object.keys(own))',
    'export default () => import("other").catch((error) => error.message)',
    'export default () => [import.meta.url ?? null, Object.keys(import.meta)]',
    '\nthrow new Error("top")\nexport default () => 1',
    'export const a = 1',
  ]

  test.for([...ended.map(({ code }) => asModule(code)), ...more])('%s', async (source) => {
    const bytecode = await bytecodeOf(source)
    const known = bytecode ?? expect.fail('it is not kept')
    expect(await run(source, known)).toEqual(await run(source))
  })
})

describe('the cache of bytecode', () => {
  test('an unused instance compiles, and stays unused', async () => {
    const source = 'export default () => globalThis.left ?? null'
    await run('export default () => { globalThis.left = 1 }')
    const bytecode = await bytecodeOf(source)
    await run('export default () => { globalThis.left = 1 }')
    expect(await bytecodeOf(source)).toEqual(bytecode)
    expect(await run(source, bytecode)).toMatchObject({ outcome: { value: 'null' } })
  })

  test('stores nothing of a source that does not parse, or is nested too deeply', async () => {
    const nested = `export default () => ${'['.repeat(50_000)}`
    const imports = `import fs from 'node:fs'\nexport default () => fs`
    for (const source of ['export default () => { const = 1 }', imports, nested])
      expect(await bytecodeOf(source)).toBe(undefined)
    expect(await run('export default () => 1')).toMatchObject({ outcome: { value: '1' } })
  })

  test('drops the least recently used first, and stores no large one', async () => {
    const cache = new BytecodeCache()
    const sources = Array.from(
      { length: 100 },
      (_, index) => `export default () => ${index} // ${'x'.repeat(50_000)}`,
    )
    for (const source of sources) {
      await cache.learn(source, engines)
      cache.get(sources[0] ?? '')
    }
    expect(cache.get(sources[0] ?? '')).toBeDefined()
    expect(cache.get(sources[1] ?? '')).toBe(undefined)
    expect(cache.get(sources.at(-1) ?? '')).toBeDefined()
    const large = `export default () => 1 // ${'x'.repeat(200_000)}`
    await cache.learn(large, engines)
    expect(cache.get(large)).toBe(undefined)
  })
})
