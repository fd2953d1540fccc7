import { EventEmitter, once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import type pg from 'pg'
import { newId } from '#lib/ids'
import { until } from '#test/harness/until'
import { Isolation, type SpawnIsolated } from './isolation.ts'
import type { IsolatedReply, IsolatedOrder } from './isolated-messages.ts'

/** Stands for the process that executes suspects: the test sends its messages and ends it. */
class FakeProcess extends EventEmitter {
  connected = true
  pid: number | undefined = 1
  readonly orders: IsolatedOrder[] = []

  send(order: IsolatedOrder): void {
    this.orders.push(order)
    this.emit('order', order)
  }
  tell(news: IsolatedReply): void {
    this.emit('message', news)
  }
  end(): void {
    this.connected = false
    this.emit('exit', null, 'SIGKILL')
  }
  disconnect(): void {
    this.connected = false
  }
  kill(): boolean {
    return false
  }
}

const noRows = async (): Promise<{ rows: unknown[] }> => await Promise.resolve({ rows: [] })
const poolWith = (query: () => Promise<{ rows: unknown[] }> = noRows): pg.Pool =>
  ({ query }) as unknown as pg.Pool
const isolationWith = (spawn: () => FakeProcess, pool = poolWith()): Isolation =>
  new Isolation(pool, newId(), spawn as unknown as SpawnIsolated & (() => ChildProcess))

test('a suspect that arrives while the worker stops is left unchanged without delay', async () => {
  const asked = Promise.withResolvers<void>()
  const pool = poolWith(async () => {
    await asked.promise
    return { rows: [] }
  })
  const isolation = isolationWith(() => new FakeProcess(), pool)
  const verdict = isolation.run(newId())
  isolation.stop()
  asked.resolve()
  expect(await verdict).toBe('stopped')
  expect(await isolation.run(newId())).toBe('stopped')
  isolation.end()
})

test('suspects that wait for a process are left unchanged when the worker stops', async () => {
  const process = new FakeProcess()
  const isolation = isolationWith(() => process)
  const runId = newId()
  const ordered = once(process, 'order')
  const verdict = isolation.run(runId)
  await ordered
  isolation.stop()
  process.end()
  expect(await verdict).toBe('stopped')
  isolation.end()
})

const throws = (): FakeProcess => {
  throw new Error('spawn EAGAIN')
}
/** What Node reports when there are no more file descriptors: an error, and no end. */
const reports = (): FakeProcess => {
  const process = new FakeProcess()
  Object.assign(process, { pid: undefined, connected: false })
  queueMicrotask(() => process.emit('error', new Error('spawn EMFILE')))
  return process
}
test.each([
  ['throws', throws],
  ['reports it', reports],
])('a process that cannot be started (%s) blocks no run for ever', async (_how, fail) => {
  let spawn = fail
  const isolation = isolationWith(() => spawn())
  await expect(isolation.run(newId())).rejects.toThrow('does not start')
  const process = new FakeProcess()
  spawn = () => process
  const runId = newId()
  const ordered = once(process, 'order')
  const verdict = isolation.run(runId)
  await ordered
  process.tell({ kind: 'started', runId })
  process.tell({ kind: 'idle', runId, failed: false })
  expect(await verdict).toBe('idle')
  isolation.end()
})

test(
  'the only run of a killed process is executed again, and is at fault when ' +
    'that process is killed too',
  async () => {
    const processes: FakeProcess[] = []
    const isolation = isolationWith(() => {
      const process = new FakeProcess()
      processes.push(process)
      return process
    })
    const runId = newId()
    const verdict = isolation.run(runId)
    const fatal: string[][] = []
    for (const round of [0, 1, 2]) {
      await until('the order', () => processes[round]?.orders.length === 1)
      const process = processes[round]
      const order = process?.orders[0]
      if (order?.kind === 'execute') fatal.push(order.fatal)
      process?.tell({ kind: 'started', runId })
      if (round === 2) break
      process?.tell({ kind: 'step', runId, key: 'a', starts: true, bounded: false })
      process?.end()
    }
    processes[2]?.tell({ kind: 'idle', runId, failed: false })
    expect(await verdict).toBe('idle')
    expect(fatal).toEqual([[], [], ['a']])
    isolation.end()
  },
)
