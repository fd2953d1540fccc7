import { describe, expect, it } from 'vitest'
import { ApiError } from '#lib/domain/api-error'
import { places } from '#lib/large-json/places'
import { readJson } from './read-body.ts'

const requestOf = (body: string | Uint8Array<ArrayBuffer>, signal?: AbortSignal) =>
  new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    ...(signal ? { signal } : {}),
  })

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => make(index))

const rows = (count: number) => many(count, (index) => ({ a: index, b: { c: ['é', null] } }))

describe('a large body', () => {
  it('is parsed correctly in many turns of the event loop', async () => {
    const value = { startData: { list: rows(30_000) } }
    let turns = 0
    let ended = false
    const count = () => {
      turns += 1
      if (!ended) setImmediate(count)
    }
    setImmediate(count)
    const body = await readJson(requestOf(JSON.stringify(value)), 'a')
    ended = true
    expect(body.value).toEqual(value)
    expect(turns).toBeGreaterThan(20)
    body.done()
    expect(places.inWork).toBe(0)
  })

  it('the parsed bytes of one sender are limited', async () => {
    const text = JSON.stringify({ list: rows(30_000), filler: 'x'.repeat(2_000_000) })
    let most = 0
    const read = async () => {
      const body = await readJson(requestOf(text), 'a')
      most = Math.max(most, places.inWork)
      // The operation takes several turns.
      await new Promise((resolve) => setImmediate(resolve))
      body.done()
    }
    await Promise.all(many(6, read))
    expect(most).toBeGreaterThan(text.length)
    expect(most).toBeLessThan(3 * text.length)
    expect(places.inWork).toBe(0)
  })

  it.each<[string, string, string, RegExp]>([
    ['NUL', '{"x":"\\u0000"}', 'list.20000.x', /NUL/],
    ['NUL in a name', '{"\\u0000":1}', 'list.20000', /NUL/],
    ['half a character', '"\\ud800"', 'list.20000', /surrogate/],
    ['a number beyond all bounds', '[1e999]', 'list.20000.0', /too large/],
    ['a number that would be rounded', '[9007199254740993]', 'list.20000.0', /digits/],
    ['__proto__', '{"__proto__":{}}', 'list.20000', /__proto__/],
    ['bottomless nesting', '['.repeat(300) + ']'.repeat(300), '', /deeper/],
    ['bottomless nesting in steps', '['.repeat(200) + ']'.repeat(200), '', /deeper/],
    ['what is no JSON', '{"a":}', '', /not valid JSON/],
    ['an end that is missing', '[', '', /not valid JSON/],
  ])('with %s is refused with its position', async (_what, wrong, path, message) => {
    const before = JSON.stringify(rows(20_000)).slice(1, -1)
    const after = JSON.stringify(rows(1000)).slice(1, -1)
    const body = `{"list":[${before},${wrong},${after}]}`
    const refused = await readJson(requestOf(body), 'a').catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(ApiError)
    const { statusCode, details } = refused as ApiError
    expect(statusCode).toBe(400)
    const issues = details['issues'] as { path: string; message: string }[]
    expect(issues).toMatchObject([{ path, message: expect.stringMatching(message) }])
    expect(places.inWork).toBe(0)
  })

  it('that is not UTF-8 is refused', async () => {
    const bytes = new Uint8Array(200_000).fill(0x78)
    bytes.set([0x22, 0xff], 0)
    bytes[bytes.length - 1] = 0x22
    await expect(readJson(requestOf(bytes), 'a')).rejects.toThrow(/UTF-8/)
  })

  it('distinguishes fields named __proto__ beside a large one', async () => {
    const body = `{"__proto__":{"list":${JSON.stringify(rows(5000))}}}`
    await expect(readJson(requestOf(body), 'a')).rejects.toMatchObject({ statusCode: 400 })
  })
})
