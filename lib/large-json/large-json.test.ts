import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInPieces, TooDeep, type Place } from './parse.ts'
import { Pieces } from './pieces.ts'
import { exceedsBytes, isLargeValue, jsonOf, writeForGood, writeInPieces } from './write.ts'

/** Counts the pieces in place of waiting. */
function counting() {
  const counted = { pieces: 0 }
  const next = async () => {
    counted.pieces += 1
  }
  return { counted, next }
}

const plain = (text: string): unknown => JSON.parse(text)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_none, index) => make(index))

const large = {
  list: many(20_000, (index) => ({ a: index, b: { c: [index, 'é, "]}'] } })),
  fields: Object.fromEntries(many(20_000, (index) => [`field ${index}`, [null, index]])),
  text: 'x'.repeat(100_000),
  nested: [[[many(30_000, String)], []], {}],
}

async function parsed(text: string, maxDepth = 200) {
  const { counted, next } = counting()
  const places: Place[] = []
  const parse = (part: string, place: Place) => {
    places.push(place)
    return plain(part)
  }
  const value = await parseInPieces(bytesOf(text), { next, maxDepth, parse })
  return { value, places, ...counted }
}

describe('a large document', () => {
  it('is parsed in pieces to what JSON.parse makes of it', async () => {
    for (const space of [0, 2]) {
      const { value, pieces } = await parsed(JSON.stringify(large, null, space))
      expect(value).toEqual(large)
      expect(pieces).toBeGreaterThan(30)
    }
    const fields = (value: unknown) => Object.keys((value as typeof large).fields)
    expect(fields((await parsed(JSON.stringify(large))).value)).toEqual(fields(large))
  })

  it('is parsed in parts of bounded size, each with its place', async () => {
    const sizes: number[] = []
    const { next } = counting()
    const seen: string[] = []
    const parse = (part: string, { path, before }: Place) => {
      sizes.push(part.length)
      seen.push(`${path}+${before}`)
      return plain(part)
    }
    const text = JSON.stringify({ a: { list: many(200_000, () => []) } })
    await parseInPieces(bytesOf(text), { next, maxDepth: 200, parse })
    expect(Math.max(...sizes)).toBeLessThan(33_000)
    expect(seen).toContain('a.list+0')
    expect(seen.at(-1)).toMatch(/^a\.list\+1\d{5}$/)
  })

  it('any JSON, between large entries, is what JSON.parse makes of it', async () => {
    const filler = JSON.stringify('y'.repeat(40_000))
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 4 }), async (json) => {
        for (const text of [`[${filler},${json},[${json},${filler},${json}]]`, json]) {
          expect((await parsed(text)).value).toEqual(JSON.parse(text))
        }
        const fields = `{"a":${filler},"b":${json},"c":{"d":${filler},"e":${json}}}`
        expect((await parsed(fields)).value).toEqual(JSON.parse(fields))
      }),
      { numRuns: 100 },
    )
  })

  it('a damaged one is refused, wherever JSON.parse refuses it', async () => {
    const text = JSON.stringify([
      many(3, () => 'z'.repeat(40_000)),
      { a: 'z'.repeat(40_000), b: 1 },
    ])
    const marks = fc.constantFrom(',', '[', ']', '{', '}', '"', ':', ' ', '1', '\\', '\u00a0')
    // Where it matters: beside the marks that are there.
    const places = [...text.matchAll(/[^z]/g)].map(({ index }) => index)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...places),
        marks,
        fc.boolean(),
        async (at, mark, replaces) => {
          const damaged = text.slice(0, at) + mark + text.slice(replaces ? at + 1 : at)
          let expected: unknown
          try {
            expected = JSON.parse(damaged)
          } catch {
            await expect(parsed(damaged)).rejects.toThrow(SyntaxError)
            return
          }
          expect((await parsed(damaged)).value).toEqual(expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('a field called __proto__ stays a field', async () => {
    const filler = JSON.stringify('y'.repeat(40_000))
    const text = `{"a":${filler},"__proto__":{"b":${filler},"c":1},"d":{"__proto__":{},"e":${filler}}}`
    expect((await parsed(text)).value).toEqual(JSON.parse(text))
  })

  it('is refused when it is nested too deeply, before anything is built', async () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    expect((await parsed(deep(201))).value).toEqual(JSON.parse(deep(201)))
    await expect(parsed(deep(202))).rejects.toThrow(TooDeep)
    await expect(parsed('['.repeat(1_000_000))).rejects.toThrow(TooDeep)
  })
})

describe('a large value', () => {
  it('is written in pieces as JSON.stringify writes it', async () => {
    const { counted, next } = counting()
    expect(await writeInPieces(large, next)).toBe(JSON.stringify(large))
    expect(counted.pieces).toBeGreaterThan(5)
    const odd = [
      many(30_000, () => undefined),
      { a: undefined, b: many(30_000, () => new Date(0)) },
    ]
    const misleading = { toJSON: 'no function', list: many(30_000, () => ({})) }
    const hollow = Object.fromEntries(many(50_000, (index) => [`f${index}`, undefined]))
    for (const value of [odd, misleading, hollow, [hollow, 1], [[]], {}, 'text', null])
      expect(await writeInPieces(value, next)).toBe(JSON.stringify(value))
  })

  it('any JSON is written as JSON.stringify writes it', async () => {
    const { next } = counting()
    const filler = many(21_000, () => 0)
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), async (value) => {
        const whole = [value, filler, { a: filler, b: value, c: [value, filler], d: value }, value]
        expect(await writeInPieces(whole, next)).toBe(JSON.stringify(whole))
      }),
      { numRuns: 50 },
    )
  })

  it('is written once when it will not change', async () => {
    const { counted, next } = counting()
    await writeForGood(large, next)
    const before = counted.pieces
    expect(jsonOf(large)).toBe(JSON.stringify(large))
    expect(await writeInPieces(large, next)).toBe(jsonOf(large))
    expect(counted.pieces).toBe(before)
    const small = { a: 1 }
    await writeForGood(small, next)
    small.a = 2
    expect(jsonOf(small)).toBe('{"a":2}')
  })

  it('is told from a small one without being looked through', () => {
    expect(isLargeValue(large)).toBe(true)
    expect(isLargeValue({ a: 'x'.repeat(1000), b: [1, 2] })).toBe(false)
    const circle: unknown[] = []
    circle.push(circle)
    expect(isLargeValue(circle)).toBe(false)
    expect(
      exceedsBytes(
        many(5_000, () => 1),
        8192,
      ),
    ).toBe(true)
    expect(
      exceedsBytes(
        many(1_000, () => 1),
        8192,
      ),
    ).toBe(false)
  })
})

describe('pieces', () => {
  it('one is done in each turn of the event loop, and owners take turns', async () => {
    const pieces = new Pieces()
    const done: string[] = []
    let turn = 0
    let ended = false
    const countTurns = () => {
      turn += 1
      if (!ended) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const work = async (owner: string, count: number) => {
      const next = pieces.of(owner)
      for (let piece = 0; piece < count; piece++) {
        await next()
        done.push(`${owner} ${turn}`)
      }
    }
    await Promise.all([work('a', 4), work('a', 4), work('a', 4), work('b', 3)])
    ended = true
    const turns = done.map((entry) => entry.split(' ')[1])
    expect(new Set(turns).size).toBe(turns.length)
    // However many requests of one wait, the other has every second piece.
    const owners = done.map((entry) => entry[0])
    expect(owners.slice(0, 6).filter((owner) => owner === 'b')).toHaveLength(3)
  })
})
