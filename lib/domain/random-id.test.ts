import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { randomId } from './random-id.ts'

afterEach(() => vi.unstubAllGlobals())

it('is a UUID, another one each time', () => {
  const ids = Array.from({ length: 100 }, randomId)
  expect(new Set(ids).size).toBe(100)
  for (const id of ids) expect(z.uuidv4().safeParse(id).success, id).toBe(true)
})

it('needs no secure context', () => {
  const { crypto } = globalThis
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  expect(randomId()).toMatch(/^[\da-f-]{36}$/)
})
