import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { allOf } from './all-of.ts'
import { queryOf } from './queries.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers one workflow a page, and records the addresses. */
function pages(count: number): string[] {
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    const page = paths.push(path)
    return Response.json({ items: [page], nextCursor: page < count ? `c${page}` : null })
  })
  return paths
}

it('reads the items of every page, with what narrows them', async () => {
  const paths = pages(3)
  const read = allOf(listWorkflowsContract, { folder: 'f1' })
  expect(await new QueryClient().fetchQuery(read)).toEqual([1, 2, 3])
  const address = '/api/v2/workflows?limit=200&folder=f1'
  expect(paths).toEqual([address, `${address}&cursor=c1`, `${address}&cursor=c2`])
  expect(read.meta).toEqual({ path: address, shape: 'items' })
})

it('ends, whatever the server answers', async () => {
  const paths = pages(1000)
  await new QueryClient().fetchQuery(allOf(listWorkflowsContract))
  expect(paths).toHaveLength(25)
})

it('is another read than that of one page', () => {
  expect(allOf(listWorkflowsContract).queryKey).not.toEqual(queryOf(listWorkflowsContract).queryKey)
})
