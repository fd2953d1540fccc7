import type { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { startJobs } from './jobs.ts'

const given = vi.hoisted(() => ({ events: [] as EventEmitter[], stopped: 0 }))
vi.mock('graphile-worker', () => ({
  Logger: class {},
  run: async ({ events }: { events: EventEmitter }) => {
    given.events.push(events)
    events.emit('pool:create', { workerPool: { id: 'pool' } })
    const promise = Promise.resolve()
    const stop = async () => {
      given.stopped++
      await promise
    }
    return await Promise.resolve({ promise, stop })
  },
}))

afterEach(() => vi.useRealTimers())

const options = {
  connectionString: 'postgres://nobody@127.0.0.1:1/none',
  handlers: {},
  concurrency: 1,
  stopWithinMs: 1000,
}

it('closes its connections once when it is stopped soon after it ended by itself', async () => {
  vi.useFakeTimers()
  const refused: unknown[] = []
  const note = (reason: unknown) => void refused.push(reason)
  process.on('unhandledRejection', note)
  const jobs = await startJobs({ ...options, onPool: async () => await Promise.resolve() })
  given.events[0]?.emit('pool:gracefulShutdown')
  await jobs.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  vi.useRealTimers()
  // A rejection is told after the promises that are due.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(refused).toEqual([])
})

it('stops a queue whose name could not be written', async () => {
  const before = given.stopped
  const onPool = async () => await Promise.reject(new Error('the connection was lost'))
  await expect(startJobs({ ...options, onPool })).rejects.toThrow('the connection was lost')
  expect(given.stopped).toBe(before + 1)
})
