import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Isolation } from './isolation.ts'

/** A process that says what the test has it say. */
class FakeProcess extends EventEmitter {
  readonly pid = 1
  readonly connected = true
  killed = false
  send = () => true
  disconnect = () => undefined
  kill = () => {
    this.killed = true
    return true
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const seconds = async (count: number) => await vi.advanceTimersByTimeAsync(count * 1000)

it('gives a process time to start, and counts its silence from its first word', async () => {
  const started: FakeProcess[] = []
  const pool = { query: async () => await Promise.resolve({ rows: [] }) } as unknown as pg.Pool
  const isolation = new Isolation(pool, 'a worker', () => {
    const process = new FakeProcess()
    started.push(process)
    return process as unknown as ChildProcess
  })
  void isolation.run('a run')
  await seconds(100)
  expect(started.map(({ killed }) => killed)).toEqual([false])
  started[0]?.emit('message', { kind: 'alive' })
  await seconds(19)
  expect(started.map(({ killed }) => killed)).toEqual([false])
  await seconds(3)
  expect(started.map(({ killed }) => killed)).toEqual([true])
  isolation.end()
})

it('kills a process that never says anything', async () => {
  const process = new FakeProcess()
  const pool = { query: async () => await Promise.resolve({ rows: [] }) } as unknown as pg.Pool
  const isolation = new Isolation(pool, 'a worker', () => process as unknown as ChildProcess)
  void isolation.run('a run')
  await seconds(125)
  expect(process.killed).toBe(true)
  isolation.end()
})
