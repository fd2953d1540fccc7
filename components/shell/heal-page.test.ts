import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { healPage } from './heal-page.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function page(shortages: (string | undefined)[]) {
  const said: (string | undefined)[] = []
  const retry = vi.fn<() => void>()
  const control = new AbortController()
  const healing = {
    findShortage: async () => await Promise.resolve(shortages.shift()),
    wait: async () => await Promise.resolve(),
    show: (shortage: string | undefined) => void said.push(shortage),
    retry,
    signal: control.signal,
  }
  return { healing, said, retry, control }
}

it('says what is missing, and loads the page when it is back', async () => {
  const { healing, said, retry } = page(['no database', 'no database', undefined])
  await healPage(healing)
  expect(said).toEqual(['no database', 'no database', undefined])
  expect(retry).toHaveBeenCalledOnce()
})

it('tries a page again once when nothing is missing, and later once more', async () => {
  vi.setSystemTime(Date.now() + 60_000)
  const { healing, retry } = page([])
  await healPage(healing)
  await healPage(healing)
  expect(retry).toHaveBeenCalledTimes(1)
  vi.setSystemTime(Date.now() + 60_000)
  await healPage(healing)
  expect(retry).toHaveBeenCalledTimes(2)
})

it('stops with its page', async () => {
  const { healing, retry, control } = page(Array.from({ length: 5 }, () => 'no database'))
  healing.wait = async () => {
    control.abort()
    return await Promise.reject(new Error('aborted'))
  }
  await healPage(healing)
  expect(retry).not.toHaveBeenCalled()
})
