import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { usedCpuMs } from '#lib/process-pool/deadline'
import { escapeVectors } from '../escape-vectors.ts'
import type { RunRequest } from '../runner-messages.ts'
import { EngineFactory } from './engine.ts'
import type { Instance } from './engine.ts'
import { runGuest } from './run-guest.ts'

/**
 * Tests the runner's engines without their process: a used and reset instance must equal one that
 * was never used.
 */

let engines: EngineFactory
beforeAll(async () => {
  engines = await EngineFactory.create()
})

const usual = { input: '{}', timeoutMs: 20_000, now: 0, seed: 'seed' }
const request = (source: string, more: Partial<RunRequest> = {}): RunRequest => {
  return { type: 'run', source, ...usual, ...more }
}

const startedNow = () => ({ at: performance.now(), cpuMs: usedCpuMs() })

async function call(
  source: string,
  more: Partial<RunRequest> = {},
): Promise<{ reply: ReturnType<typeof runGuest>; instance: Instance; renewed: boolean }> {
  const instance = await engines.take()
  const reply = runGuest(instance, request(source, more), startedNow())
  const renewed = engines.canRenew
  await engines.renew()
  return { reply, instance, renewed }
}

const memoryOf = ({ vm }: Instance) => Buffer.from(vm._getExports().memory.buffer)
const tableOf = ({ vm }: Instance) =>
  (vm as unknown as { exports: { __indirect_function_table: WebAssembly.Table } }).exports
    .__indirect_function_table
const entries = (table: WebAssembly.Table) =>
  Array.from({ length: table.length }, (_, index) => table.get(index) as unknown)

/** The bytes of a WebAssembly file's sections, by number. */
function sections(wasm: Uint8Array): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  for (let at = 8; at < wasm.length;) {
    const id = wasm[at] ?? 0
    const [size, start] = leb(wasm, at + 1)
    found.set(id, wasm.subarray(start, start + size))
    at = start + size
  }
  return found
}

function leb(bytes: Uint8Array, from: number): [value: number, next: number] {
  let value = 0
  for (let at = from, shift = 0; ; at += 1, shift += 7) {
    const byte = bytes[at] ?? 0
    value |= (byte & 127) << shift
    if (byte < 128) return [value >>> 0, at + 1]
  }
}

describe('what an instance can change', () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm')))
  const module = new WebAssembly.Module(wasm)
  const names = (kind: string) =>
    WebAssembly.Module.exports(module)
      .filter((each) => each.kind === kind)
      .map(({ name }) => name)

  test('is one memory, one global that is the stack pointer, and one table', () => {
    const parts = sections(wasm)
    expect(leb(parts.get(6) ?? new Uint8Array(), 0)[0]).toBe(1)
    expect([names('global'), names('memory'), names('table')]).toEqual([
      ['__stack_pointer'],
      ['memory'],
      ['__indirect_function_table'],
    ])
    expect(WebAssembly.Module.imports(module).filter(({ kind }) => kind !== 'function')).toEqual([])
    expect(leb(parts.get(5) ?? new Uint8Array(), 0)[0]).toBe(1)
    expect(leb(parts.get(4) ?? new Uint8Array(), 0)[0]).toBe(1)
  })

  test('no call changes the table', async () => {
    const { instance } = await call('export default () => 1')
    const before = entries(tableOf(instance))
    for (const { code } of escapeVectors.filter(
      ({ expected }) => 'value' in expected || expected.kind === 'thrown',
    ))
      await call(/^export|\nexport/m.test(code) ? code : `export default ${code}`)
    expect(entries(tableOf(instance))).toEqual(before)
  })
})

describe('an instance that is reset', () => {
  test('is the same object, with its memory restored byte for byte', async () => {
    const { instance } = await call('export default () => 1')
    const before = Buffer.from(memoryOf(instance))
    const used = await call(
      "globalThis.left = 'x'.repeat(1e5); const keep = []; export default async () => { for " +
        '(let i = 0; i < 2000; i++) keep.push({ i }); await null; return keep.length }',
    )
    expect(used).toMatchObject({
      renewed: true,
      reply: { outcome: { kind: 'value', value: '2000' } },
    })
    expect(used.instance).toBe(instance)
    expect(memoryOf(instance).equals(before)).toBe(true)
    expect(memoryOf(await engines.take()).equals(before)).toBe(true)
  })

  test('is like one never used', async () => {
    await call('export default () => { globalThis.left = 1 }')
    const renewed = Buffer.from(memoryOf(await engines.take()))
    const { instance } = await call('export default () => { const = 1 }')
    const unused = await engines.take()
    expect(unused).not.toBe(instance)
    expect(memoryOf(unused).equals(renewed)).toBe(true)
  })

  test('has no hooks of a call', async () => {
    const { instance } = await call('export default () => { console.log("mine") }')
    expect([instance.hooks.interrupt(), instance.hooks.message('log', 'log', 'late')]).toEqual([
      false,
      false,
    ])
    expect(Math.abs(instance.hooks.clock() - Date.now())).toBeLessThan(5_000)
  })

  const look = `export default ({ name }) => [name, typeof left, 'left' in {}, [].push(1), 'left' in Math, 'left' in ApiError, JSON.parse('1'), RegExp.prototype.test.call(/a/, 'a'), RegExp.$1 ?? null,
    Object.getOwnPropertyNames(globalThis).sort().join(), Object.getOwnPropertySymbols(globalThis).length, Symbol.keyFor(Symbol('left')) ?? null, Date.now(), Math.random(), typeof Promise.prototype.then, String(new Error('x').stack).split('\\n').length]`
  const input = '{"name":"second"}'

  test.for([
    [
      'globals and prototypes',
      'export default () => { globalThis.left = 1; Object.prototype.left = 1; ' +
        "Array.prototype.push = () => 'left'; Math.left = 1; ApiError.left = 1; " +
        "JSON.parse = () => 'left'; delete globalThis.Map; delete Promise.prototype.then; " +
        "Error.stackTraceLimit = 0; return /(l)/.exec('left')[1] }",
    ],
    [
      'frozen and sealed built-ins',
      'export default () => { for (const name of Object.getOwnPropertyNames(globalThis)) try ' +
        '{ Object.freeze(globalThis[name]?.prototype); Object.freeze(globalThis[name]) } catch ' +
        '{} Object.freeze(globalThis) }',
    ],
    [
      'registered symbols',
      `export default () => { Symbol.for('left'); globalThis[Symbol.for('left')] = 1 }`,
    ],
    [
      'random numbers drawn',
      `export default () => { for (let i = 0; i < 1001; i++) Math.random() }`,
    ],
    ['an ApiError', `export default () => { throw new ApiError(422, 'no', { left: 1 }) }`],
    ['an error', `export default () => { globalThis.left = 1; throw new Error('left') }`],
    [
      'a stack that ran out',
      `export default () => { globalThis.left = 1; const f = () => f() + 1; return f() }`,
    ],
    [
      'a stack that ran out and was caught',
      'export default () => { const f = () => f() + 1; try { f() } catch { globalThis.left = ' +
        '1; return 1 } }',
    ],
    [
      'jobs that are still pending',
      'export default () => { globalThis.left = 1; Promise.resolve().then(() => { ' +
        "globalThis.left = 2; console.log('left') }); throw new Error('first') }",
    ],
    [
      'promises that nothing resolves',
      'export default () => { globalThis.left = new Promise(() => {}); const later = async () ' +
        '=> { await globalThis.left; globalThis.left = 3 }; later(); return 1 }',
    ],
    [
      'memory that grew',
      `export default () => { globalThis.left = new Uint8Array(2e7).fill(7); return 1 }`,
    ],
    [
      'no memory left',
      'export default () => { globalThis.left = []; for (;;) globalThis.left.push(new ' +
        'Uint8Array(1e6)) }',
    ],
    ['a syntax error', `export default () => { const = 1 }`],
    ['an interrupted loop', `globalThis.left = 1; export default () => { for (;;); }`],
    ['a trap', `export default () => { globalThis.left = 1; return JSON.parse('['.repeat(1e5)) }`],
    ['imports', `export default () => import('left').catch(() => 1)`],
  ] as const)('after %s the next call finds the initial state', async ([, source]) => {
    const never = runGuest(
      await (await EngineFactory.create()).take(),
      request(look, { input }),
      startedNow(),
    )
    expect(never.outcome).toMatchObject({
      kind: 'value',
      value: expect.stringMatching(/^\["second","undefined",false,1,false,false,1,true,null,/),
    })
    await call(source, { timeoutMs: /for \(;;\);/.test(source) ? 50 : 20_000 })
    expect((await call(look, { input })).reply).toEqual(never)
    expect((await call(look, { input })).reply).toEqual(never)
  })

  test('grown memory, a broken engine and an error of the wrapper prevent a reset', async () => {
    expect((await call(`export default () => new Uint8Array(2e7).fill(7).length`)).renewed).toBe(
      false,
    )
    expect((await call(`export default () => JSON.parse('['.repeat(1e5))`)).renewed).toBe(false)
    expect((await call(`export default () => { const = 1 }`)).renewed).toBe(false)
    expect((await call(`export default () => 1`)).renewed).toBe(true)
  })

  test('every call has the same memory limit', async () => {
    const source =
      'export default () => { const a = []; try { for (;;) a.push(new Uint8Array(1e6)) } catch ' +
      '{ const n = a.length; a.length = 0; return n } }'
    const counts = [
      await call(source),
      await call(source),
      await call('export default () => 1'),
      await call(source),
    ].map(({ reply }) => reply.outcome)
    expect(counts[0]).toMatchObject({ kind: 'value', value: expect.stringMatching(/^6\d$/) })
    expect([counts[1], counts[3]]).toEqual([counts[0], counts[0]])
  })

  test('random numbers without a seed differ from call to call', async () => {
    const values = [
      await call('export default () => Math.random()', { seed: null }),
      await call('export default () => Math.random()', { seed: null }),
    ].map(({ reply }) => reply.outcome)
    expect(values[0]).toMatchObject({ kind: 'value' })
    expect(values[0]).not.toEqual(values[1])
  })
})
