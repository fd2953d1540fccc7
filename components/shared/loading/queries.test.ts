import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'

import { getRunContract, listRunsContract } from '#lib/contracts/runs/runs'
import { keyOf, pagesOf, queryOf, refresh } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request with its own address, and records the address. */
function echo(): string[] {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    paths.push(path)
    return Response.json({ items: [path], nextCursor: paths.length < 2 ? 'c2' : null })
  })
  return paths
}

it('reads what the contract and its input say', async () => {
  const paths = echo()
  await new QueryClient().fetchQuery(queryOf(getRunContract, { params: { id: 'r1' } }))
  expect(paths).toEqual(['/api/v2/runs/r1'])
})

it('reads page after page, with the filter on each of them', async () => {
  const paths = echo()
  const runs = pagesOf(listRunsContract, { query: { workflow: 'w1', q: '' } })
  await new QueryClient().fetchInfiniteQuery({ ...runs, pages: 3 })
  expect(paths).toEqual(['/api/v2/runs?workflow=w1', '/api/v2/runs?workflow=w1&cursor=c2'])
})

it('keeps answers of other inputs, and a list read once and by pages, apart', () => {
  const input = { query: { workflow: 'w1' } }
  const keys = [
    queryOf(listRunsContract),
    queryOf(listRunsContract, input),
    pagesOf(listRunsContract, input),
  ].map(({ queryKey }) => JSON.stringify(queryKey))
  expect(new Set(keys).size).toBe(keys.length)
})

it('refreshes every read of a contract, and none of another', async () => {
  const client = new QueryClient()
  const list = queryOf(listRunsContract).queryKey
  const own = keyOf(listRunsContract, 'last', 'w1')
  const run = queryOf(getRunContract, { params: { id: 'r1' } }).queryKey
  for (const key of [list, own, run]) client.setQueryData(key as unknown[], {})
  await refresh(client, listRunsContract)
  const stale = [list, own, run].map((key) => client.getQueryState(key)?.isInvalidated)
  expect(stale).toEqual([true, true, false])
})

it('reads again what was under way for the first time when the data changed', async () => {
  const answers: ((text: string) => void)[] = []
  vi.stubGlobal('fetch', async () => {
    const text = await new Promise<string>((resolve) => answers.push(resolve))
    return Response.json({ items: [text], nextCursor: null })
  })
  const client = new QueryClient()
  const list = queryOf(listRunsContract)
  const leave = new QueryObserver(client, list).subscribe(() => undefined)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  const refreshed = refresh(client, listRunsContract)
  answers[0]?.('before')
  await vi.waitFor(() => expect(answers).toHaveLength(2))
  answers[1]?.('after')
  await refreshed
  expect(client.getQueryData(list.queryKey)).toMatchObject({ items: ['after'] })
  leave()
})
