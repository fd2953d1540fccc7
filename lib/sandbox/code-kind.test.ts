import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { ProcessBudget } from '#lib/process-pool/budget'
import { ProcessPool } from '#lib/process-pool/pool'
import { codeKind, type CodePool } from './code-kind.ts'
import { runCode } from './run-code.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const pools: CodePool[] = []
const folders: string[] = []
/** One runner, so that each test knows which one it uses; places.test.ts covers a second one. */
const single = { ...codeKind, places: 1, longAfterMs: 600_000 }
function makePool(options: Partial<typeof codeKind> = {}): CodePool {
  const pool: CodePool = new ProcessPool({ ...single, ...options }, new ProcessBudget(99))
  pools.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/**
 * A start costs most of a test's time, so tests without special needs share a pool. No runner may
 * have what the pool has in its environment.
 */
const canary = 'canary-91bd'
const shared: CodePool = new ProcessPool(single)
beforeAll(() => {
  process.env.SANDBOX_CANARY = canary
})
afterAll(async () => {
  delete process.env.SANDBOX_CANARY
  await shared.stop()
})

const run = (pool: CodePool, source: string, organizationId = 'one', timeoutMs = 10_000) =>
  runCode({ source, input: {}, timeoutMs, organizationId }, { pool })
const answer = 'export default () => 42'
const loop = 'export default () => { for (;;); }'
const stubborn = `export default () => { const s = 'x'.repeat(3e7); for (;;) s.indexOf('xy') }`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return (
      !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    )
  } catch {
    return false
  }
}
const gone = (pid: number) =>
  vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 50_000, interval: 20 })
const onlyPid = (pool: CodePool): number => {
  expect(pool.pids).toHaveLength(1)
  return pool.pids[0] as number
}

describe('the life of runners', () => {
  test('a runner starts at the first call, stays, ends by stop and starts again', async () => {
    const pool = makePool()
    expect(pool.pids).toEqual([])
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: 42 })
    const pid = onlyPid(pool)
    await run(pool, answer, 'two')
    expect(pool.pids).toEqual([pid])
    await pool.stop()
    expect(pool.pids).toEqual([])
    expect(isAlive(pid)).toBe(false)
    expect(await run(pool, answer)).toMatchObject({ ok: true })
  })

  test('an idle runner ends by itself', async () => {
    const pool = makePool({ idleMs: 50 })
    await run(pool, answer)
    await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 50_000, interval: 20 })
  })

  test.for([
    ['a timeout', loop, 100],
    ['a kill', stubborn, 100],
    ['a promise that never comes', 'export default () => new Promise(() => {})', 10_000],
    ['memory', `export default () => 'x'.padStart(1e9)`, 10_000],
    ['a trap', `export default () => JSON.parse('['.repeat(1e5))`, 10_000],
  ] as const)('after %s the runner is replaced', async ([, source, timeoutMs]) => {
    const pool = shared
    await run(pool, answer)
    const pid = onlyPid(pool)
    expect(await run(pool, source, 'one', timeoutMs)).toMatchObject({ ok: false })
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: 42 })
    expect(onlyPid(pool)).not.toBe(pid)
    await gone(pid)
  })

  test('a runner serves its max calls and no more', async () => {
    const pool = makePool({ callsPerProcess: 2 })
    const seen: number[] = []
    for (let call = 0; call < 4; call += 1) {
      const running = run(
        pool,
        'export default () => { let n = 0; for (let i = 0; i < 3e5; i++) n += i; return n }',
      )
      await vi.waitFor(() => expect(pool.pids).toHaveLength(1), { timeout: 50_000, interval: 1 })
      seen.push(onlyPid(pool))
      await running
    }
    // The last call of a runner may appear as the first of its successor.
    expect(new Set(seen).size).toBeGreaterThanOrEqual(2)
    expect(new Set(seen).size).toBeLessThanOrEqual(3)
  })

  test('only the call whose runner is repeatedly killed fails', async () => {
    const pool = shared
    await run(pool, answer)
    const pid = onlyPid(pool)
    const running = run(pool, loop, 'one', 600_000)
    process.kill(pid, 'SIGKILL')
    // It is started once more.
    const second = await vi.waitFor(
      () => {
        const next = onlyPid(pool)
        expect(next).not.toBe(pid)
        return next
      },
      { timeout: 50_000, interval: 5 },
    )
    process.kill(second, 'SIGKILL')
    expect(await running).toMatchObject({ ok: false, kind: 'crashed' })
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: 42 })
  })

  test('a runner that dies while idle is not used again', async () => {
    const pool = shared
    await run(pool, answer)
    process.kill(onlyPid(pool), 'SIGKILL')
    await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 50_000, interval: 5 })
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: 42 })
  })

  test('stop lets the running call finish and answers those that wait', async () => {
    const pool = makePool()
    const first = run(
      pool,
      'export default () => { let n = 0; for (let i = 0; i < 3e6; i++) n += i; return "done" }',
    )
    const second = run(pool, answer)
    await pool.stop()
    expect(await first).toMatchObject({ ok: true, value: 'done' })
    expect(await second).toMatchObject({ ok: false, kind: 'aborted' })
  })
})

describe('sharing', () => {
  const two = { ...codeKind, places: 2, longAfterMs: 600_000 }
  const pool: CodePool = new ProcessPool(two)
  afterAll(() => pool.stop())

  test('no more runners than allowed, however many calls wait', async () => {
    const counts: number[] = []
    const calls = Array.from({ length: 30 }, async (_, index) => {
      const result = await run(pool, `export default () => ${index}`, `organization ${index % 3}`)
      counts.push(pool.pids.length)
      return result.ok && result.value
    })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 30 }, (_, index) => index))
    // Two places, and one more for the first call of an organization.
    expect(Math.max(...counts)).toBeLessThanOrEqual(3)
  })

  test('a short call never waits for the end of endless ones', async () => {
    const crowded = makePool({ longAfterMs: 50 })
    const over = new AbortController()
    let ended = 0
    const endless = Array.from({ length: 4 }, async (_, index) => {
      const code = { source: index % 2 ? loop : stubborn, input: {}, timeoutMs: 600_000 }
      const whose = { organizationId: 'one', workflowId: `endless ${index % 2}` }
      const result = await runCode({ ...code, ...whose }, { pool: crowded, signal: over.signal })
      ended += 1
      return result.ok || result.kind
    })
    for (const organizationId of ['one', 'two'])
      expect(await run(crowded, answer, organizationId)).toMatchObject({ ok: true, value: 42 })
    expect(ended).toBe(0)
    expect(crowded.pids.length).toBeLessThanOrEqual(2)
    over.abort()
    expect(new Set(await Promise.all(endless))).toEqual(new Set(['aborted']))
  })

  test('an organization with many calls does not delay another', async () => {
    const order: string[] = []
    const call = async (organization: string) => {
      await run(
        pool,
        'export default () => { let n = 0; for (let i = 0; i < 1e5; i++) n += i }',
        organization,
      )
      order.push(organization)
    }
    await Promise.all([...Array.from({ length: 20 }, () => call('many')), call('few'), call('few')])
    expect(order.lastIndexOf('few')).toBeLessThan(10)
  })
})

describe('the isolation of a runner', () => {
  const linux = process.platform === 'linux'

  test.runIf(linux)('its environment is empty, whatever the service has', async () => {
    await run(shared, answer)
    expect(process.env.SANDBOX_CANARY).toBe(canary)
    // Read as the process received it; root may read it although it belongs to `nobody`.
    expect(readFileSync(`/proc/${onlyPid(shared)}/environ`, 'utf8')).toBe('')
    expect(readFileSync(`/proc/${onlyPid(shared)}/cmdline`, 'utf8')).not.toContain(canary)
  })

  test.runIf(linux && process.getuid?.() === 0)(
    'started by root it runs as nobody, without groups',
    async () => {
      await run(shared, answer)
      const status = readFileSync(`/proc/${onlyPid(shared)}/status`, 'utf8')
      expect(status).toMatch(/^Uid:(\t65534){4}$/m)
      expect(status).toMatch(/^Gid:(\t65534){4}$/m)
      expect(status).toMatch(/^Groups:\s*$/m)
    },
  )

  /**
   * A project whose runner is another program, which sends what a broken or captured runner could
   * send.
   */
  function projectWith(main: string | undefined, mode = 0o755): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
    folders.push(folder)
    const root = path.join(folder, 'project')
    mkdirSync(path.join(root, 'node_modules'), { recursive: true })
    for (const part of ['lib/sandbox', 'lib/process-pool'])
      cpSync(path.join(process.cwd(), part), path.join(root, part), { recursive: true })
    for (const name of ['quickjs-wasi', 'acorn'])
      symlinkSync(
        path.join(process.cwd(), 'node_modules', name),
        path.join(root, 'node_modules', name),
      )
    const manifest = { type: 'module', imports: { '#lib/*': './lib/*.ts' } }
    writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest))
    if (main !== undefined)
      writeFileSync(path.join(root, 'lib', 'sandbox', 'runner', 'main.ts'), main)
    // mkdtemp makes 0700; `nobody` can only read a folder that others may enter.
    chmodSync(folder, mode)
    return root
  }

  const ready = `const { writeSync } = await import('node:fs')
    process.stdin.on('end', () => process.exit(0))
    writeSync(3, '{"ready":true}\\n')
    process.stdin.once('data', () => {`
  /** Answers request `id` with an outcome; both are source text of the program. */
  const say = (outcome: string, id = 1) => `{
    const refusal = { kind: 'api_error', statusCode: 422, message: '', details: '{}' }
    const reply = { type: 'run', logs: [], outcome: ${outcome} }
    const line = { id: ${id}, spent: false, check: false, residentBytes: 1, reply }
    writeSync(3, JSON.stringify(line) + '\\n') }`

  test.for([
    ['text', `writeSync(3, 'hello\\n')`, 'crashed'],
    ['another shape', `writeSync(3, '{"type":"run","id":1}\\n')`, 'crashed'],
    ['an answer to another request', say(`{ kind: 'value', value: '1' }`, 2), 'crashed'],
    ['a status that is no failure', say(`{ ...refusal, statusCode: 200 }`), 'crashed'],
    ['a result that is not JSON', say(`{ kind: 'value', value: '{' }`), 'crashed'],
    ['a line without end', `for (;;) writeSync(3, 'x'.repeat(1e5))`, 'crashed'],
    ['its end', `process.exit(3)`, 'crashed'],
    ['nothing', '', 'timeout'],
  ] as const)('a runner that answers with %s does no harm', async ([, behaviour, kind]) => {
    const pool = makePool({ rootDir: projectWith(`${ready} ${behaviour} })`) })
    // Only the runner that never answers needs its deadline.
    expect(await run(pool, answer, 'one', kind === 'timeout' ? 100 : 10_000)).toMatchObject({
      ok: false,
      kind,
    })
    await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 50_000, interval: 20 })
  })

  test('a result cannot carry a prototype', async () => {
    const json = `'{"a":1,"\\\\u005f_proto__":{"polluted":true}}'`
    const says = say(`{ kind: 'value', value: ${json} }`)
    const pool = makePool({ rootDir: projectWith(`${ready} ${says} })`) })
    const result = await run(pool, answer)
    expect(result).toMatchObject({ ok: true, value: { a: 1 } })
    expect(result.ok && Object.keys(result.value as object)).toEqual(['a'])
  })

  test('Node refuses it other files, writing, programs and code from text', async () => {
    const attempts = `
      import fs from 'node:fs'
      import { spawnSync } from 'node:child_process'
      const attempt = (work) => { try { work(); return 'done' } catch (error) { return error.code ?? error.name } }
      const seen = [
        attempt(() => fs.readFileSync('/etc/hostname')), attempt(() => fs.readFileSync('/proc/self/environ')), attempt(() => fs.readdirSync('.')),
        attempt(() => fs.writeFileSync('/tmp/sandbox-was-here', 'x')), attempt(() => spawnSync('id')), attempt(() => eval('1')),
        Object.keys(process.env).length,
      ]
      ${ready} ${say(`{ kind: 'value', value: JSON.stringify(seen) }`)} })`
    const pool = makePool({ rootDir: projectWith(attempts) })
    expect(await run(pool, answer)).toMatchObject({
      ok: true,
      value: [...Array.from({ length: 5 }, () => 'ERR_ACCESS_DENIED'), 'EvalError', 0],
    })
  })

  test('a runner that does not start says so', async () => {
    const pool = makePool({ rootDir: projectWith(`throw new Error('no engine here')`) })
    expect(await run(pool, answer)).toMatchObject({
      ok: false,
      kind: 'not_started',
      message: /does not start.*no engine here/s,
    })
    expect(pool.pids).toEqual([])
  })

  test('it runs as the service’s user where `nobody` may not read the project', async () => {
    // In its own process, because a process determines only once whether `nobody` can be used.
    const root = projectWith(undefined, 0o700)
    const script = `
      import { ProcessPool } from '#lib/process-pool/pool'
      import { codeKind } from '#lib/sandbox/code-kind'
      import { runCode } from '#lib/sandbox/run-code'
      const pool = new ProcessPool({ ...codeKind, places: 1, rootDir: ${JSON.stringify(root)} })
      const result = await runCode({ source: ${JSON.stringify(answer)}, input: {}, timeoutMs: 10000, organizationId: 'one' }, { pool })
      process.stdout.write(JSON.stringify(result))
      await pool.stop()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await once(child, 'exit')
    expect(JSON.parse(output)).toEqual({ ok: true, value: 42, logs: [] })
  })
})

describe.concurrent('a service that is killed', () => {
  test.for([
    ['an idle runner', answer, answer],
    ['a runner in a loop', answer, loop],
    ['a runner in a long built-in', answer, stubborn],
  ] as const)('leaves behind no runner: %s', async ([, first, second], { expect: check }) => {
    const script = `
      import { ProcessPool } from '#lib/process-pool/pool'
      import { codeKind } from '#lib/sandbox/code-kind'
      import { runCode } from '#lib/sandbox/run-code'
      const pool = new ProcessPool({ ...codeKind, places: 1 })
      const run = (source, timeoutMs) => runCode({ source, input: {}, timeoutMs, organizationId: 'one' }, { pool })
      await run(${JSON.stringify(first)}, 10000)
      const running = run(${JSON.stringify(second)}, 1500)
      process.stdout.write(pool.pids[0] + '\\n')
      setInterval(() => {}, 1000)`
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string]
    const pid = Number(line)
    check(isAlive(pid)).toBe(true)
    service.kill('SIGKILL')
    await gone(pid)
  })

  test('a runner does not keep an otherwise idle service alive', async ({ expect: check }) => {
    const script = `
      import { ProcessPool } from '#lib/process-pool/pool'
      import { codeKind } from '#lib/sandbox/code-kind'
      import { runCode } from '#lib/sandbox/run-code'
      const pool = new ProcessPool({ ...codeKind, places: 1 })
      await runCode({ source: ${JSON.stringify(answer)}, input: {}, timeoutMs: 10000, organizationId: 'one' }, { pool })
      process.stdout.write(String(pool.pids[0]))`
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    service.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    check(await once(service, 'exit')).toEqual([0, null])
    await gone(Number(output))
  })
})
