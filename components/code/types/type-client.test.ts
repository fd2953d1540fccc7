import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TypeQuestion } from './protocol.ts'
import { TypeClient, TypesTooLong } from './type-client.ts'

/** A worker that answers when the test says so. */
class FakeWorker extends EventTarget {
  readonly questions: TypeQuestion[] = []
  isEnded = false
  postMessage(question: TypeQuestion) {
    this.questions.push(question)
  }
  terminate() {
    this.isEnded = true
  }
  answer(answer: unknown) {
    const { id } = this.questions.shift() ?? expect.fail('nothing was asked')
    this.dispatchEvent(new MessageEvent('message', { data: { id, answer } }))
  }
}

let workers: FakeWorker[] = []
const clientOf = () =>
  new TypeClient(() => {
    const worker = new FakeWorker()
    workers.push(worker)
    return worker as unknown as Worker
  })

beforeEach(() => {
  workers = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('has one worker for all fields, and ends it a minute after the last was left', () => {
  const client = clientOf()
  expect(client.isRunning).toBe(false)
  client.enter()
  client.enter()
  client.leave()
  vi.advanceTimersByTime(120_000)
  expect(client.isRunning).toBe(true)
  client.leave()
  vi.advanceTimersByTime(59_000)
  client.enter()
  vi.advanceTimersByTime(120_000)
  client.leave()
  vi.advanceTimersByTime(59_000)
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([false])
  vi.advanceTimersByTime(1000)
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
  expect(client.isRunning).toBe(false)
})

it('knows that nothing is known of the types until the first answer', async () => {
  const client = clientOf()
  expect(client.isStarting).toBe(false)
  client.enter()
  expect(client.isStarting).toBe(true)
  const asked = client.ask('problems', { code: 'a', scope: '' })
  workers[0]?.answer([])
  expect(await asked).toEqual([])
  expect(client.isStarting).toBe(false)
})

it('ends a worker that does not answer, and asks about the same code no more', async () => {
  const client = clientOf()
  client.enter()
  const first = client.ask('problems', { code: 'a', scope: '' })
  // It may still be loading.
  vi.advanceTimersByTime(50_000)
  workers[0]?.answer([])
  expect(await first).toEqual([])
  const slow = client.ask('problems', { code: 'b', scope: '' })
  const ended = slow.catch((error: unknown) => error)
  vi.advanceTimersByTime(5000)
  expect(await ended).toBeInstanceOf(TypesTooLong)
  expect(workers[0]?.isEnded).toBe(true)
  await expect(client.ask('info', { code: 'b', scope: '', at: 1 })).rejects.toBeInstanceOf(
    TypesTooLong,
  )
  expect(workers).toHaveLength(1)
  const next = client.ask('problems', { code: 'c', scope: '' })
  workers[1]?.answer([])
  expect(await next).toEqual([])
})

it('says at once that the worker cannot be loaded', async () => {
  const client = clientOf()
  const asked = client.ask('problems', { code: 'a', scope: '' })
  workers[0]?.dispatchEvent(new Event('error'))
  await expect(asked).rejects.toThrow('The types cannot be checked.')
})
