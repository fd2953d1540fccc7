import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadCode } from './load-code.ts'

const line = { onLine: true }
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('navigator', line)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const lost = new Error('the code did not arrive')

it('waits for the connection, however long, and loads then', async () => {
  line.onLine = false
  let tries = 0
  const loaded = loadCode(async () => {
    tries += 1
    if (!line.onLine) throw lost
    return 'the part'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toBeGreaterThan(10)
  line.onLine = true
  window.dispatchEvent(new Event('online'))
  expect(await loaded).toBe('the part')
})

it('gives up when the code is not there although there is a connection', async () => {
  line.onLine = true
  let tries = 0
  const loaded = loadCode(async () => {
    tries += 1
    throw lost
  }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await loaded).toBe(lost)
  expect(tries).toBe(5)
})
