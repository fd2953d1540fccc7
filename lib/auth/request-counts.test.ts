import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { useTestDatabase } from '#test/harness/test-database'
import { reportUses, type Spent } from './rate-limit.ts'
import { RequestCounts, type NamedLimit } from './request-counts.ts'

useTestDatabase()

const limitOf = (most: number, id = 'one'): NamedLimit => ({
  name: 'key',
  of: ['test', id],
  most,
  seconds: 60,
})

/** A store that counts like ours, by the same clock as the processes. */
function memoryStore(now: () => number) {
  const usedUntil = new Map<string, number>()
  return async (uses: readonly Spent[]) =>
    await Promise.resolve(
      new Map(
        uses.map(({ key, spent }) => {
          const until = Math.max(usedUntil.get(key) ?? 0, now()) + spent
          usedUntil.set(key, until)
          return [key, until - now()]
        }),
      ),
    )
}

describe('requests counted by several processes', () => {
  it('are let through up to the limit, then refused with the wait', async () => {
    let now = 1000
    const counts = new RequestCounts({ report: memoryStore(() => now), now: () => now })
    const limit = limitOf(3)
    for (const left of [2, 1, 0])
      expect(await counts.take([limit])).toMatchObject({ refusedBy: null, left: [{ left }] })
    expect(await counts.take([limit])).toMatchObject({ refusedBy: { name: 'key' }, wait: 20 })
    // The count of an answer is that of the moment when it arrives.
    await counts.flush()
    now += 20
    expect((await counts.take([limit])).refusedBy).toBeNull()
    expect((await counts.take([limit])).refusedBy).not.toBeNull()
  })

  it('what one limit refuses uses nothing of the others', async () => {
    const counts = new RequestCounts({ report: memoryStore(() => 1000), now: () => 1000 })
    const wide = limitOf(100, 'wide')
    expect((await counts.take([limitOf(1, 'narrow'), wide])).refusedBy).toBeNull()
    for (let tries = 0; tries < 5; tries++)
      expect((await counts.take([limitOf(1, 'narrow'), wide])).refusedBy?.most).toBe(1)
    expect(await counts.take([wide])).toMatchObject({ left: [{ left: 98 }] })
  })

  it('let through at most a hundredth (at least one use) more for each process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 250 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.nat(3), { minLength: 100, maxLength: 400 }),
        async (most, processes, order) => {
          const now = 1000
          const store = memoryStore(() => now)
          // The store answers when it likes, so that processes decide by what they knew before.
          const slow = async (uses: readonly Spent[]) => {
            const answer = await store(uses)
            await new Promise((resolve) => setImmediate(resolve))
            return answer
          }
          const all = Array.from(
            { length: processes },
            () => new RequestCounts({ report: slow, now: () => now, maxWaitMs: 60_000 }),
          )
          const taken = await Promise.all(
            order.map(async (index) => await all[index % processes]?.take([limitOf(most)])),
          )
          const through = taken.filter((each) => each?.refusedBy === null).length
          const each = Math.max(1, Math.floor(most / 100))
          expect(through).toBeLessThanOrEqual(most + processes * each)
          expect(through).toBeGreaterThanOrEqual(Math.min(most, order.length))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('agree through Postgres: two with one store, from both at once', async () => {
    const both = [0, 1].map(() => new RequestCounts({ maxWaitMs: 60_000 }))
    // So long that nothing is given back during the test.
    const limit = { ...limitOf(50, 'postgres'), seconds: 86_400 }
    const taken = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => await both[index % 2]?.take([limit])),
    )
    const through = taken.filter((each) => each?.refusedBy === null).length
    expect(through).toBeGreaterThanOrEqual(50)
    expect(through).toBeLessThanOrEqual(50 + 2)
    for (const counts of both) await counts.flush()
    expect((await both[1]?.take([limit]))?.refusedBy).not.toBeNull()
  })

  it('do not wait for the store one by one, and report together', async () => {
    const reports: (readonly Spent[])[] = []
    const counts = new RequestCounts({
      async report(uses) {
        reports.push(uses)
        return await reportUses(uses)
      },
    })
    const limits = [limitOf(100_000, 'many'), limitOf(200_000, 'more')]
    for (let uses = 0; uses < 400; uses++) expect((await counts.take(limits)).refusedBy).toBeNull()
    await counts.flush()
    expect(reports.length).toBeLessThan(20)
    const spent = reports.flat().reduce((sum, use) => sum + use.spent, 0)
    expect(spent).toBeCloseTo(400 * (60 / 100_000 + 60 / 200_000), 9)
  })

  it('are counted by each process alone while the store is away or does not answer', async () => {
    const now = () => 1000
    const away = new RequestCounts({ now, report: async () => await Promise.resolve(undefined) })
    const stuck = new RequestCounts({ now, report: async () => await new Promise(() => undefined) })
    for (const counts of [away, stuck]) {
      const limit = limitOf(5)
      const refused: boolean[] = []
      for (let uses = 0; uses < 8; uses++)
        refused.push((await counts.take([limit])).refusedBy !== null)
      expect(refused.filter(Boolean)).toHaveLength(3)
    }
  })
})
