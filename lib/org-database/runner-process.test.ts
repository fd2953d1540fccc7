import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { canBeNobody, nobody } from '#lib/process-pool/isolate'
import { childPrograms } from '#test/harness/child-programs'
import { until } from '#test/harness/until'
import { RunnerPool } from './runner-pool.ts'
import { RunnerProcess } from './runner-process.ts'

// Each test starts processes, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000 })

const root = process.cwd()
const wanted = String(nobody.uid)
const programs = () => childPrograms('org-database/runner/main.ts')
afterEach(() => {
  for (const { pid } of programs()) process.kill(pid, 'SIGKILL')
})

// Only root has another user for a process.
describe.runIf(canBeNobody(root) && existsSync('/proc/self/status'))('run by root', () => {
  it('a process for SQL runs as `nobody`, and so does its successor after a kill', async () => {
    const first = await RunnerProcess.start(root)
    expect(programs()).toEqual([{ pid: first.pid, user: wanted }])
    process.kill(first.pid ?? 0, 'SIGKILL')
    await until('it ended', () => !first.alive)
    const second = await RunnerProcess.start(root)
    expect(programs()).toEqual([{ pid: second.pid, user: wanted }])
    await second.kill()
  })

  it('a kill at any moment of its start never gives SQL to a stronger user', async () => {
    const seen = new Map<number, string | undefined>()
    const look = setInterval(() => {
      for (const { pid, user } of programs()) seen.set(pid, user)
    }, 5)
    for (const afterMs of [0, 10, 50, 100, 200]) {
      const starting = RunnerProcess.start(root).catch((error: Error) => error)
      const { pid } = await until('a process', () => programs()[0])
      await delay(afterMs)
      process.kill(pid, 'SIGKILL')
      const started = await starting
      if (started instanceof Error) expect(started.message).toContain('was killed')
      else await started.kill()
      expect(programs()).toEqual([])
    }
    clearInterval(look)
    expect(seen.size).toBeGreaterThanOrEqual(5)
    expect(new Set(seen.values())).toEqual(new Set([wanted]))
    expect(canBeNobody(root)).toBe(true)
  })

  it('a pool whose process is killed at its start answers 503, then starts as `nobody`', async () => {
    const pool = new RunnerPool(root)
    const target = { host: '127.0.0.1', port: 1, database: 'x', user: 'x', password: 'x' }
    const request = { target, statements: [], statementMs: 1000 } as never
    const run = async () => await pool.run(request, 'one', () => undefined)
    const asked = run().catch((error: unknown) => error)
    const { pid } = await until('a process', () => programs()[0])
    process.kill(pid, 'SIGKILL')
    expect(await asked).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '10' } })
    const again = run().catch((error: unknown) => error)
    const next = await until('another', () => programs().find((one) => one.pid !== pid))
    expect(next.user).toBe(wanted)
    await pool.stop()
    await again
  })
})
