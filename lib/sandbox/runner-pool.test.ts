import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCode } from './run-code.ts'
import { RunnerPool } from './runner-pool.ts'
import type { PoolOptions } from './runner-pool.ts'

// Each starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const pools: RunnerPool[] = []
const folders: string[] = []
function makePool(options: Partial<PoolOptions> = {}): RunnerPool {
  const pool = new RunnerPool({ rootDir: process.cwd(), maxRunners: 1, ...options })
  pools.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.stop()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A start costs most of a test's time, so those that need nothing special share a pool. What it has in its environment no runner may have. */
const canary = 'canary-91bd'
const shared = new RunnerPool({ rootDir: process.cwd(), maxRunners: 1 })
beforeAll(() => {
  process.env.SANDBOX_CANARY = canary
})
afterAll(async () => {
  delete process.env.SANDBOX_CANARY
  await shared.stop()
})

const run = (pool: RunnerPool, source: string, organizationId = 'one', timeoutMs = 10_000) =>
  runCode({ source, input: {}, timeoutMs, organizationId }, { pool })
const answer = 'export default () => 42'
const loop = 'export default () => { for (;;); }'
const stubborn = `export default () => { const s = 'x'.repeat(3e7); for (;;) s.indexOf('xy') }`

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
const gone = (pid: number) => vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000, interval: 20 })
const onlyPid = (pool: RunnerPool): number => {
  expect(pool.pids).toHaveLength(1)
  return pool.pids[0] as number
}

describe('the life of runners', () => {
  test('none until the first call, kept for the next, ended by stop, started again after it', async () => {
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
    await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 10_000, interval: 20 })
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

  test('a runner serves so many calls and no more', async () => {
    const pool = makePool({ callsPerRunner: 2 })
    const seen: number[] = []
    for (let call = 0; call < 4; call += 1) {
      const running = run(pool, 'export default () => { let n = 0; for (let i = 0; i < 3e5; i++) n += i; return n }')
      await vi.waitFor(() => expect(pool.pids).toHaveLength(1), { timeout: 10_000, interval: 1 })
      seen.push(onlyPid(pool))
      await running
    }
    // The last one of a runner may be seen as the first of its successor.
    expect(new Set(seen).size).toBeGreaterThanOrEqual(2)
    expect(new Set(seen).size).toBeLessThanOrEqual(3)
  })

  test('a runner that dies in a call fails that call and no other', async () => {
    const pool = shared
    await run(pool, answer)
    const pid = onlyPid(pool)
    const running = run(pool, loop)
    process.kill(pid, 'SIGKILL')
    expect(await running).toMatchObject({ ok: false, kind: 'crashed' })
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: 42 })
  })

  test('a runner that dies while idle is not used again', async () => {
    const pool = shared
    await run(pool, answer)
    process.kill(onlyPid(pool), 'SIGKILL')
    await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 10_000, interval: 5 })
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: 42 })
  })

  test('stop lets the call under way finish and answers those that wait', async () => {
    const pool = makePool()
    const first = run(pool, 'export default () => { let n = 0; for (let i = 0; i < 3e6; i++) n += i; return "done" }')
    const second = run(pool, answer)
    await pool.stop()
    expect(await first).toMatchObject({ ok: true, value: 'done' })
    expect(await second).toMatchObject({ ok: false, kind: 'aborted' })
  })
})

describe('sharing', () => {
  const pool = new RunnerPool({ rootDir: process.cwd(), maxRunners: 2 })
  afterAll(() => pool.stop())

  test('no more runners than allowed, however many calls wait', async () => {
    const counts: number[] = []
    const calls = Array.from({ length: 30 }, async (_, index) => {
      const result = await run(pool, `export default () => ${index}`, `organization ${index % 3}`)
      counts.push(pool.pids.length)
      return result.ok && result.value
    })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 30 }, (_, index) => index))
    expect(Math.max(...counts)).toBeLessThanOrEqual(2)
  })

  test('an organization with many calls does not hold up another', async () => {
    const order: string[] = []
    const call = async (organization: string) => {
      await run(pool, 'export default () => { let n = 0; for (let i = 0; i < 1e5; i++) n += i }', organization)
      order.push(organization)
    }
    await Promise.all([...Array.from({ length: 20 }, () => call('many')), call('few'), call('few')])
    expect(order.lastIndexOf('few')).toBeLessThan(10)
  })
})

describe('the walls of a runner', () => {
  const linux = process.platform === 'linux'

  test.runIf(linux)('its environment is empty, whatever the service has', async () => {
    await run(shared, answer)
    expect(process.env.SANDBOX_CANARY).toBe(canary)
    // Read as the process got it; root may read it although it belongs to `nobody`.
    expect(readFileSync(`/proc/${onlyPid(shared)}/environ`, 'utf8')).toBe('')
    expect(readFileSync(`/proc/${onlyPid(shared)}/cmdline`, 'utf8')).not.toContain(canary)
  })

  test.runIf(linux && process.getuid?.() === 0)('started by root it runs as nobody, without groups', async () => {
    await run(shared, answer)
    const status = readFileSync(`/proc/${onlyPid(shared)}/status`, 'utf8')
    expect(status).toMatch(/^Uid:(\t65534){4}$/m)
    expect(status).toMatch(/^Gid:(\t65534){4}$/m)
    expect(status).toMatch(/^Groups:\s*$/m)
  })

  /** A project whose runner is another program: what a broken or taken-over runner could send. */
  function projectWith(main: string | undefined, mode = 0o755): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-'))
    folders.push(folder)
    const root = path.join(folder, 'project')
    mkdirSync(path.join(root, 'node_modules'), { recursive: true })
    cpSync(path.join(process.cwd(), 'lib', 'sandbox'), path.join(root, 'lib', 'sandbox'), { recursive: true })
    for (const name of ['quickjs-wasi', 'acorn']) symlinkSync(path.join(process.cwd(), 'node_modules', name), path.join(root, 'node_modules', name))
    writeFileSync(path.join(root, 'package.json'), '{"type":"module"}')
    if (main !== undefined) writeFileSync(path.join(root, 'lib', 'sandbox', 'runner', 'main.ts'), main)
    // mkdtemp makes 0700; only a folder that others may enter can be read by `nobody`.
    chmodSync(folder, mode)
    return root
  }

  const ready = `process.stdin.on('end', () => process.exit(0)); process.stdout.write('{"ready":true}\\n'); process.stdin.once('data', () => {`
  const reply = (outcome: string) => `JSON.stringify({ type: 'run', id: 1, poisoned: false, residentBytes: 1, logs: [], outcome: ${outcome} }) + '\\n'`

  test.for([
    ['text', `process.stdout.write('hello\\n')`, 'crashed'],
    ['another shape', `process.stdout.write('{"type":"run","id":1}\\n')`, 'crashed'],
    ['an answer to another request', `process.stdout.write((${reply(`{ kind: 'value', value: '1' }`)}).replace('"id":1', '"id":2'))`, 'crashed'],
    ['a status that is no failure', `process.stdout.write(${reply(`{ kind: 'api_error', statusCode: 200, message: '', details: '{}' }`)})`, 'crashed'],
    ['a result that is not JSON', `process.stdout.write(${reply(`{ kind: 'value', value: '{' }`)})`, 'crashed'],
    ['a line without end', `const more = () => process.stdout.write('x'.repeat(1e5), more); more()`, 'crashed'],
    ['its end', `process.exit(3)`, 'crashed'],
    ['nothing', '', 'timeout'],
  ] as const)('a runner that answers with %s does no harm', async ([, behaviour, kind]) => {
    const pool = makePool({ rootDir: projectWith(`${ready} ${behaviour} })`) })
    // Only the one that never answers needs its deadline.
    expect(await run(pool, answer, 'one', kind === 'timeout' ? 100 : 10_000)).toMatchObject({ ok: false, kind })
    await vi.waitFor(() => expect(pool.pids).toEqual([]), { timeout: 10_000, interval: 20 })
  })

  test('a result cannot carry a prototype', async () => {
    const json = `'{"a":1,"\\\\u005f_proto__":{"polluted":true}}'`
    const pool = makePool({ rootDir: projectWith(`${ready} process.stdout.write(${reply(`{ kind: 'value', value: ${json} }`)}) })`) })
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
      ${ready} process.stdout.write(${reply(`{ kind: 'value', value: JSON.stringify(seen) }`)}) })`
    const pool = makePool({ rootDir: projectWith(attempts) })
    expect(await run(pool, answer)).toMatchObject({ ok: true, value: [...Array.from({ length: 5 }, () => 'ERR_ACCESS_DENIED'), 'EvalError', 0] })
  })

  test('a runner that does not start says so', async () => {
    const pool = makePool({ rootDir: projectWith(`throw new Error('no engine here')`) })
    expect(await run(pool, answer)).toMatchObject({ ok: false, kind: 'crashed', message: /does not start.*no engine here/s })
    expect(pool.pids).toEqual([])
  })

  test('where nobody may not read the project it runs as the user of the service', async () => {
    // In its own process: whether `nobody` can be used is found out once for a process.
    const root = projectWith(undefined, 0o700)
    const script = `
      import { RunnerPool } from '#lib/sandbox/runner-pool'
      import { runCode } from '#lib/sandbox/run-code'
      const pool = new RunnerPool({ rootDir: ${JSON.stringify(root)}, maxRunners: 1 })
      const result = await runCode({ source: ${JSON.stringify(answer)}, input: {}, timeoutMs: 10000, organizationId: 'one' }, { pool })
      process.stdout.write(JSON.stringify(result))
      await pool.stop()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
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
      import { RunnerPool } from '#lib/sandbox/runner-pool'
      import { runCode } from '#lib/sandbox/run-code'
      const pool = new RunnerPool({ rootDir: process.cwd(), maxRunners: 1 })
      const run = (source, timeoutMs) => runCode({ source, input: {}, timeoutMs, organizationId: 'one' }, { pool })
      await run(${JSON.stringify(first)}, 10000)
      const running = run(${JSON.stringify(second)}, 1500)
      process.stdout.write(pool.pids[0] + '\\n')
      setInterval(() => {}, 1000)`
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = (await once(createInterface(service.stdout), 'line')) as [string]
    const pid = Number(line)
    check(isAlive(pid)).toBe(true)
    service.kill('SIGKILL')
    await gone(pid)
  })

  test('a runner does not keep a service alive that has nothing else to do', async ({ expect: check }) => {
    const script = `
      import { RunnerPool } from '#lib/sandbox/runner-pool'
      import { runCode } from '#lib/sandbox/run-code'
      const pool = new RunnerPool({ rootDir: process.cwd(), maxRunners: 1 })
      await runCode({ source: ${JSON.stringify(answer)}, input: {}, timeoutMs: 10000, organizationId: 'one' }, { pool })
      process.stdout.write(String(pool.pids[0]))`
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    service.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    check(await once(service, 'exit')).toEqual([0, null])
    await gone(Number(output))
  })
})
