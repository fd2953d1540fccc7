import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { firstIdAt, newId } from '#lib/ids'
import { graph } from '#test/samples/graph'
import { seedOrganization, seedWorkflow } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { searchOf, searchRuns } from './search.ts'

useTestDatabase()
let organizationId: string
/**
 * Newest first: in months that have tables, at their first and last moments, and in months before,
 * between and after them that have none.
 */
let ids: string[]

/** The id of a run of that time. */
const idAt = (at: Date) => firstIdAt(at).slice(0, 14) + newId().slice(14)
const now = new Date()
const startOf = (monthsAhead: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1))
const ms = (date: Date, more: number) => new Date(date.getTime() + more)

async function addRuns(of: string, times: Date[], startData: unknown): Promise<string[]> {
  const place = await seedWorkflow(
    of,
    graph('look', { look: { type: 'screen', config: { title: 'Look' } } }),
  )
  const rows = times.map((at) => ({
    id: idAt(at),
    organizationId: of,
    ...place,
    status: 'completed' as const,
    trigger: 'api' as const,
    startData,
    createdAt: at,
    finishedAt: at,
  }))
  await engineDb().insert(runs).values(rows)
  return rows.map(({ id }) => id)
}

beforeAll(async () => {
  organizationId = (await seedOrganization()).organizationId
  for (const months of [-1, -2, -6])
    await engineDb().execute(
      sql`select make_run_months(${startOf(months)}::date, ${startOf(months)}::date)`,
    )
  const times = [
    ms(startOf(6), 5),
    ms(startOf(1), 0),
    now,
    startOf(0),
    ms(startOf(0), -1),
    startOf(-1),
    ms(startOf(-1), -1),
    ms(startOf(-3), 7),
    ms(startOf(-5), -1),
    startOf(-6),
    ms(startOf(-6), -1),
    new Date('2001-02-03'),
  ]
  ids = (await addRuns(organizationId, times, { patient: 'Ada Lovelace', n: 7 }))
    .toSorted()
    .toReversed()
  await addRuns(organizationId, times, { patient: 'Grace Hopper' })
  await addRuns((await seedOrganization()).organizationId, times, { patient: 'Ada Lovelace', n: 7 })
})

const find = async (
  query: Record<string, unknown>,
  { from, before, most = 100 }: { from?: string; before?: string | undefined; most?: number } = {},
) => {
  const search = searchOf(query)
  return search
    ? await inOrganization(
        organizationId,
        async (tx) => await searchRuns(tx, search, from, before, most),
      )
    : []
}

describe('a search over many months', () => {
  it.each([
    [{ q: 'ada' }],
    [{ q: 'lov ada' }],
    [{ 'startData.n': '7' }],
    [{ q: 'ada', 'startData.n': '7' }],
  ])('%j gives the newest first, and nothing of another organization', async (query) => {
    expect(await find(query)).toEqual(ids)
  })

  it('finds nothing where nothing is', async () => {
    expect(await find({ q: 'ada hopper' })).toEqual([])
  })

  it.each([1, 2, 3, 5])('in pages of %i gives each once, in order', async (most) => {
    const found: string[] = []
    for (let page: string[] = ['']; page.length > 0; found.push(...page))
      page = await find({ q: 'ada' }, { most, before: found.at(-1) })
    expect(found).toEqual(ids)
  })

  it('keeps to its bounds, wherever they lie', async () => {
    for (let first = 0; first < ids.length; first++) {
      for (let last = first; last < ids.length; last++) {
        const before = ids[first] as string
        const from = ids[last] as string
        expect(await find({ q: 'ada' }, { before, from })).toEqual(ids.slice(first + 1, last + 1))
      }
    }
  })
})
