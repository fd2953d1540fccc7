import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import type { CodeInput } from './code-result.ts'
import { limits } from './limits.ts'
import { runCode } from './run-code.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

beforeAll(() => {
  process.env.SANDBOX_CANARY = 'canary-7f3a'
})
afterAll(async () => {
  delete process.env.SANDBOX_CANARY
  await stopProcessPools()
})

const run = (source: string, more: Partial<CodeInput> = {}) =>
  runCode({ source, input: {}, timeoutMs: 10_000, organizationId: 'one', ...more })

describe('results', () => {
  test('a function and an async function give their value as JSON', async () => {
    const input = { start: { name: 'Ada', at: new Date(0), gone: undefined }, list: [1, 2] }
    expect(
      await run('export default ({ start, list }) => ({ ...start, sum: list[0] + list[1] })', {
        input,
      }),
    ).toEqual({
      ok: true,
      value: { name: 'Ada', at: '1970-01-01T00:00:00.000Z', sum: 3 },
      logs: [],
    })
    expect(
      await run(
        'export default async ({ list }) => { await null; return list.map(async (n) => n).length }',
        { input },
      ),
    ).toMatchObject({ ok: true, value: 2 })
    expect(await run('export default () => {}')).toMatchObject({ ok: true, value: null })
    expect(await run('const main = () => 1\nexport { main as default }')).toMatchObject({
      ok: true,
      value: 1,
    })
  })

  test('an ApiError gives its status, message and details', async () => {
    const source =
      "export default async () => { throw new ApiError(422, 'Enter a number.', { issues: " +
      "[{ path: 'number', message: 'is missing' }] }) }"
    expect(await run(source)).toEqual({
      ok: false,
      kind: 'api_error',
      statusCode: 422,
      message: 'Enter a number.',
      details: { issues: [{ path: 'number', message: 'is missing' }] },
      logs: [],
    })
    expect(
      await run(`export default () => { throw new (class Own extends ApiError {})(409, 'no') }`),
    ).toMatchObject({ kind: 'api_error', statusCode: 409, details: {} })
    expect(
      await run(
        `export default () => { throw Object.assign(new ApiError(422, 'no'), { details: [1] }) }`,
      ),
    ).toMatchObject({ kind: 'api_error', details: {} })
  })

  test('any other throw gives its name, message and line', async () => {
    expect(
      await run(
        'const a = 1\n\nexport default async () => {\n  await null\n  throw new TypeError("not so")\n}',
      ),
    ).toEqual({
      ok: false,
      kind: 'thrown',
      name: 'TypeError',
      message: 'not so',
      line: 5,
      logs: [],
    })
    expect(
      await run(
        'export default () => {\n  return helper()\n}\nfunction helper() {\n  const a = {}\n  ' +
          'return a.b.c\n}',
      ),
    ).toMatchObject({ kind: 'thrown', name: 'TypeError', line: 6 })
    expect(await run('export default () => {\n  return JSON.parse("{")\n}')).toMatchObject({
      kind: 'thrown',
      name: 'SyntaxError',
      line: 2,
    })
    expect(await run('\nthrow new Error("top")\nexport default () => 1')).toMatchObject({
      kind: 'thrown',
      message: 'top',
      line: 2,
    })
    expect(await run('export default () => { throw "text" }')).toMatchObject({
      kind: 'thrown',
      name: 'Error',
      message: 'text',
      line: null,
    })
  })

  test('an error text is cut at 2 KiB, whatever its alphabet', async () => {
    const result = await run('export default () => { throw new Error("é".repeat(1e6)) }')
    expect(result).toMatchObject({ kind: 'thrown' })
    const message = result.ok ? '' : result.message
    expect(Buffer.byteLength(message)).toBeLessThanOrEqual(limits.messageBytes)
    expect(message).toMatch(/^é{900,}…$/)
  })

  test('a syntax error gives its line', async () => {
    expect(await run('export default () => {\n  const = 3\n}')).toMatchObject({
      ok: false,
      kind: 'syntax',
      line: 2,
    })
  })

  test('a result may have exactly 1 MiB', async () => {
    const text = limits.resultBytes - 2
    const full = await run(`export default () => 'x'.repeat(${text})`)
    expect(full.ok && String(full.value).length).toBe(text)
    expect(await run(`export default () => 'x'.repeat(${text + 1})`)).toMatchObject({
      ok: false,
      kind: 'result_too_large',
    })
    expect(await run(`export default () => 'é'.repeat(${text / 2 + 1})`)).toMatchObject({
      ok: false,
      kind: 'result_too_large',
    })
  })

  test(
    'an input that is too large is refused before it reaches the engine, one that fills the ' +
      'heap is a memory failure',
    async () => {
      expect(
        await run('export default () => 1', { input: { a: 'x'.repeat(limits.inputBytes) } }),
      ).toMatchObject({ kind: 'memory', message: /17 MiB/ })
      const many = Array.from({ length: 1_000_000 }, () => ({}))
      expect(await run('export default () => 1', { input: { many } })).toMatchObject({
        ok: false,
        kind: 'memory',
      })
      expect(
        await run('export default ({ a }) => a.length', { input: { a: 'x'.repeat(8_000_000) } }),
      ).toMatchObject({ ok: true, value: 8_000_000 })
    },
  )

  test('a mistake of the caller rejects', async () => {
    await expect(run('export default () => 1', { timeoutMs: 0 })).rejects.toThrow(RangeError)
    await expect(run('export default () => 1', { timeoutMs: Infinity })).rejects.toThrow(RangeError)
    await expect(run('export default () => 1', { input: { big: 1n } })).rejects.toThrow(TypeError)
  })
})

describe('logs', () => {
  test('console lines are returned with their level, even of code that fails', async () => {
    const source =
      "export default () => { console.log('a', 1, { b: [2] }); console.info(undefined, " +
      "null); console.warn(new RangeError('r')); console.error(Symbol('s')); " +
      "throw new Error('x') }"
    expect((await run(source)).logs).toEqual([
      { level: 'log', message: 'a 1 {"b":[2]}' },
      { level: 'info', message: 'undefined null' },
      { level: 'warn', message: 'RangeError: r' },
      { level: 'error', message: 'Symbol(s)' },
    ])
    expect(
      (await run(`export default () => { console.log('before'); for (;;); }`, { timeoutMs: 100 }))
        .logs,
    ).toEqual([{ level: 'log', message: 'before' }])
  })

  test.for([
    ['long lines', 100, `console.log('é'.repeat(1e5))`],
    ['many lines', 5000, `console.log('line ' + i)`],
    ['empty lines', 5000, `console.log('')`],
    ['wide objects', 100, `console.log({ a: 'x'.repeat(1e4) })`],
  ] as const)('a flood of %s is cut at 64 KiB', async ([, times, line]) => {
    const result = await run(
      `export default () => { for (let i = 0; i < ${times}; i++) ${line}; return 'done' }`,
    )
    expect(result).toMatchObject({ ok: true, value: 'done' })
    const last = result.logs.at(-1)
    expect(last).toEqual({
      level: 'warn',
      message: expect.stringMatching(/left out: the limit is 64 KiB/),
    })
    const bytes = result.logs
      .slice(0, -1)
      .reduce((sum, { message }) => sum + Buffer.byteLength(message), 0)
    expect(bytes).toBeLessThanOrEqual(limits.logBytes)
    expect(result.logs.length).toBeLessThanOrEqual(limits.logBytes / 16 + 1)
  })
})

describe('time', () => {
  test('a busy loop is stopped by the engine, a long built-in from outside', async () => {
    expect(await run('export default () => { for (;;); }', { timeoutMs: 100 })).toMatchObject({
      kind: 'timeout',
      message: 'The code did not finish within 0.1 s.',
    })
    // The next runner is ready before the clock starts.
    await run('export default () => 1')
    const started = performance.now()
    const stubborn = await run(
      `export default () => { const s = 'x'.repeat(3e7); for (;;) s.indexOf('xy') }`,
      { timeoutMs: 100 },
    )
    expect(stubborn).toMatchObject({ kind: 'timeout', message: /and was stopped/ })
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  test('a promise that nothing resolves ends at once', async () => {
    expect(
      await run('export default () => new Promise(() => {})', { timeoutMs: 600_000 }),
    ).toMatchObject({ kind: 'timeout', message: /waits for something that never comes/ })
  })

  test('an abort ends the call while it runs, while it waits, and before it starts', async () => {
    const signal = AbortSignal.timeout(100)
    const slow = () =>
      runCode(
        {
          source: 'export default () => { for (;;); }',
          input: {},
          timeoutMs: 60_000,
          organizationId: 'one',
        },
        { signal },
      )
    const results = await Promise.all([slow(), slow(), slow()])
    expect(results.map((result) => !result.ok && result.kind)).toEqual([
      'aborted',
      'aborted',
      'aborted',
    ])
    expect(await slow()).toMatchObject({ ok: false, kind: 'aborted' })
  })

  test('a fixed clock and seed give the same answer again, in UTC', async () => {
    const source =
      'export default () => [Date.now(), new Date().getHours(), String(new Date()), ' +
      'Math.random(), Math.random()]'
    const fixed = { now: new Date('2026-03-29T23:30:00Z'), seed: 'task-1' }
    const first = await run(source, fixed)
    const second = await run(source, fixed)
    expect(first).toEqual(second)
    expect(first).toMatchObject({
      ok: true,
      value: [
        fixed.now.getTime(),
        23,
        expect.stringContaining('GMT+0000'),
        expect.any(Number),
        expect.any(Number),
      ],
    })
    expect(await run(source, { ...fixed, seed: 'task-2' })).not.toEqual(first)
    const free = [
      await run('export default () => Math.random()'),
      await run('export default () => Math.random()'),
    ]
    expect(free[0]).not.toEqual(free[1])
    const now = await run('export default () => Date.now()')
    expect(Math.abs(Number(now.ok && now.value) - Date.now())).toBeLessThan(10_000)
  })

  test('random numbers fill the range from 0 to 1', async () => {
    const source =
      'export default () => { const n = Array.from({ length: 1e4 }, Math.random); ' +
      'return [n.every((x) => x >= 0 && x < 1), n.reduce((a, b) => a + b) / 1e4, ' +
      'new Set(n).size] }'
    const result = await run(source, { seed: 'x' })
    expect(result).toMatchObject({ ok: true, value: [true, expect.closeTo(0.5, 1), 10_000] })
  })
})

describe('nothing is shared', () => {
  test('no call sees what another left behind, in the same or another organization', async () => {
    const leave =
      'export default () => { globalThis.left = 1; Object.prototype.left = 1; ' +
      "Array.prototype.push = () => 'left'; Math.left = 1; ApiError.left = 1; " +
      "console.left = 1; JSON.parse = () => 'left'; /(l)/.test('l'); return 'done' }"
    const look =
      "export default () => [typeof left, 'left' in {}, [].push(1), 'left' in Math, " +
      "'left' in ApiError, 'left' in console, JSON.parse('1')]"
    for (const organizationId of ['one', 'two', 'one']) {
      expect(await run(leave, { organizationId })).toMatchObject({ ok: true, value: 'done' })
      for (const other of ['one', 'two', 'three']) {
        expect(await run(look, { organizationId: other })).toMatchObject({
          ok: true,
          value: ['undefined', false, 1, false, false, false, 1],
        })
      }
    }
  })

  test('the code cannot see the environment', async () => {
    const source =
      'export default () => { const seen = []; const walk = (o, d) => { if (d > 3 || (typeof o ' +
      "!== 'object' && typeof o !== 'function') || !o) return; " +
      'for (const k of Reflect.ownKeys(o)) { seen.push(String(k)); ' +
      'try { seen.push(String(o[k])); walk(o[k], d + 1) } catch {} } }; ' +
      "walk(globalThis, 0); return seen.join().includes('canary-7f3a') }"
    expect(await run(source)).toMatchObject({ ok: true, value: false })
  })
})
