import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#lib/ids'
import { Isolation } from '#lib/engine/execute/isolation'
import type { IsolatedReply, IsolatedOrder } from '#lib/engine/execute/isolated-messages'

/** A child process that does nothing by itself. */
class FakeChild extends EventEmitter {
  connected = true
  readonly orders: IsolatedOrder[] = []
  send(order: IsolatedOrder): void {
    this.orders.push(order)
  }
  disconnect(): void {
    this.connected = false
  }
  tell(news: IsolatedReply): void {
    this.emit('message', news)
  }
  plays(): string[] {
    return this.orders.flatMap((order) => (order.kind === 'execute' ? [order.runId] : []))
  }
}

let children: FakeChild[]
let isolation: Isolation
beforeEach(() => {
  vi.useFakeTimers()
  children = []
  const pool = { query: async () => await Promise.resolve({ rows: [] }) }
  isolation = new Isolation(pool as unknown as pg.Pool, newId(), () => {
    const child = new FakeChild()
    children.push(child)
    return child as unknown as ChildProcess
  })
})
afterEach(() => {
  isolation.end()
  vi.useRealTimers()
})

/** The one of several processes that last received the run. */
const playing = (runId: string): FakeChild => {
  const child = children.findLast((one) => one.plays().includes(runId))
  if (!child) throw new Error(`no process plays ${runId}`)
  return child
}

async function play(runId: string): Promise<{ verdict?: string }> {
  const result: { verdict?: string } = {}
  void isolation.run(runId).then((verdict) => {
    result.verdict = verdict
  })
  await vi.advanceTimersByTimeAsync(0)
  return result
}

test('a run that started just before a slow one killed their process is not blamed', async () => {
  const slow = newId()
  const young = newId()
  const slowResult = await play(slow)
  const youngResult = await play(young)
  expect(children).toHaveLength(1)
  playing(slow).tell({ kind: 'started', runId: slow })
  // Long enough for the slow one to appear to wait.
  await vi.advanceTimersByTimeAsync(5000)
  playing(young).tell({ kind: 'started', runId: young })
  playing(young).emit('exit', null, 'SIGKILL')
  await vi.advanceTimersByTimeAsync(1000)
  expect([slowResult, youngResult]).toEqual([{}, {}])

  // Now each is the only one of its process.
  expect(playing(young)).not.toBe(playing(slow))
  for (const runId of [slow, young]) playing(runId).tell({ kind: 'started', runId })
  playing(young).tell({ kind: 'idle', runId: young, failed: false })
  playing(slow).emit('exit', null, 'SIGKILL')
  await vi.advanceTimersByTimeAsync(1000)
  expect(slowResult).toEqual({})
  playing(slow).tell({ kind: 'started', runId: slow })
  playing(slow).emit('exit', null, 'SIGKILL')
  await vi.advanceTimersByTimeAsync(1000)
  expect([slowResult, youngResult]).toEqual([{ verdict: 'fatal' }, { verdict: 'idle' }])
})

test('a run waits while all processes for one run are busy, then executes', async () => {
  const runIds = Array.from({ length: 5 }, () => newId())
  const results = await Promise.all(runIds.map(play))
  for (const runId of runIds) playing(runId).tell({ kind: 'started', runId })
  children[0]?.emit('exit', null, 'SIGKILL')
  await vi.advanceTimersByTimeAsync(1000)
  expect(children).toHaveLength(5)
  const again = children.slice(1).flatMap((child) => child.plays())
  expect(again).toEqual(runIds.slice(0, 4))
  const first = runIds[0] ?? ''
  const last = runIds[4] ?? ''
  playing(first).tell({ kind: 'started', runId: first })
  playing(first).tell({ kind: 'idle', runId: first, failed: false })
  await vi.advanceTimersByTimeAsync(0)
  expect(results[0]).toEqual({ verdict: 'idle' })
  expect(playing(last).plays()).toEqual([first, last])
})
