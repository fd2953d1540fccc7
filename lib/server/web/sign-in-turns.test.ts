import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { asClient } from '#lib/client-address'
import { handleInTurn, NetworkTurns } from './sign-in-turns.ts'

/** Work that lasts until the test ends it. */
class Work {
  readonly started: string[] = []
  readonly #ends: (() => void)[] = []

  of(name: string): () => Promise<void> {
    return async () => {
      this.started.push(name)
      await new Promise<void>((resolve) => this.#ends.push(resolve))
    }
  }

  endFirst(): void {
    this.#ends.shift()?.()
  }
}

const limits = { atOnce: 1, waiting: 5, countedMs: 60_000, restFactor: 0, maxRestMs: 0 }
const settle = async () => await vi.advanceTimersByTimeAsync(1)

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

it('executes a few requests of a network at once, in order, independent of others', async () => {
  const turns = new NetworkTurns({ ...limits, atOnce: 2, waiting: 2 })
  const work = new Work()
  const asked = ['a', 'b', 'c', 'd'].map(async (name) => await turns.run('one', work.of(name)))
  expect(await turns.run('one', work.of('e'))).toBe(false)
  asked.push(turns.run('two', work.of('other')))
  await settle()
  expect(work.started).toEqual(['a', 'b', 'other'])
  work.endFirst()
  await settle()
  expect(work.started).toEqual(['a', 'b', 'other', 'c'])
  for (let index = 0; index < 4; index++) {
    work.endFirst()
    await settle()
  }
  expect(await Promise.all(asked)).toEqual([true, true, true, true, true])
})

it('frees the place when a request takes too long, and when its work fails', async () => {
  const turns = new NetworkTurns({ ...limits, countedMs: 20 })
  const work = new Work()
  const slow = turns.run('one', work.of('slow'))
  const failing = turns
    .run('one', () => Promise.reject(new Error('broken')))
    .catch((error: Error) => error.message)
  const last = turns.run('one', work.of('last'))
  await vi.advanceTimersByTimeAsync(19)
  expect(work.started).toEqual(['slow'])
  await vi.advanceTimersByTimeAsync(5)
  expect(await failing).toBe('broken')
  expect(work.started).toEqual(['slow', 'last'])
  work.endFirst()
  work.endFirst()
  expect(await Promise.all([slow, last])).toEqual([true, true])
})

it('pauses a network between requests, longer after longer ones', async () => {
  const turns = new NetworkTurns({ ...limits, restFactor: 3, maxRestMs: 200 })
  const work = new Work()
  const asked = ['a', 'b', 'c'].map(async (name) => await turns.run('one', work.of(name)))
  for (const [tookMs, restMs, before] of [
    [20, 60, ['a']],
    [100, 200, ['a', 'b']],
  ] as const) {
    await vi.advanceTimersByTimeAsync(tookMs)
    work.endFirst()
    await vi.advanceTimersByTimeAsync(restMs - 5)
    expect(work.started).toEqual(before)
    await vi.advanceTimersByTimeAsync(10)
    expect(work.started).toHaveLength(before.length + 1)
  }
  work.endFirst()
  expect(await Promise.all(asked)).toEqual([true, true, true])
})

let server: Server
let base = ''
const work = new Work()
beforeAll(async () => {
  server = createServer((request, response) => {
    void asClient('198.51.100.1', async () => {
      await handleInTurn(request, response, async () => {
        if (request.url !== '/runs') await work.of(request.url ?? '')()
        response.end('next')
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('says when to try again after too many requests, and lets pages through', async () => {
  vi.useRealTimers()
  const control = new AbortController()
  const answers = Array.from({ length: 200 }, async () => {
    return await fetch(`${base}/api/auth/csrf`, { signal: control.signal })
  })
  const refused = await Promise.any(
    answers.map(async (answer) => {
      const { status, headers } = await answer
      if (status !== 429) throw new Error('worked on')
      return headers.get('retry-after')
    }),
  )
  expect(refused).toBe('2')
  expect((await fetch(`${base}/runs`)).status).toBe(200)
  control.abort()
  await Promise.allSettled(answers)
})
