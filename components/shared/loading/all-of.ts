import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Contract, Returns } from '#lib/contracts/contract'
import type { AnswerOf } from '#lib/contracts/contract-types'
import { pathOf, request } from '#lib/http/client'
import { keyOf } from './queries.ts'

type ItemsPage = { items: unknown[]; nextCursor: string | null }
type ItemOf<R extends Returns> =
  AnswerOf<R> extends { items: (infer Item)[]; nextCursor: string | null } ? Item : never
type Listed<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
> = Contract<P, Q, B, R> & (AnswerOf<R> extends ItemsPage ? unknown : never)
type Narrowed<Q extends z.ZodType> = Partial<z.input<Q>>

/** The most that the API answers at once. */
const limit = 200
/** No list to choose from is longer; who has more finds by search. */
const mostPages = 25

/** The items of all pages of a list; at most 5,000. Throws ApiFailure. */
export async function readAll<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
>(
  contract: Listed<P, Q, B, R>,
  signal: AbortSignal,
  query: Narrowed<Q> = {},
): Promise<ItemOf<R>[]> {
  const all: ItemOf<R>[] = []
  let cursor: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const path = pathOf(contract, {}, { limit, ...query, ...(cursor ? { cursor } : {}) })
    const { items, nextCursor } = await request<ItemsPage>(contract.method, path, { signal })
    all.push(...(items as ItemOf<R>[]))
    if (nextCursor === null) return all
    cursor = nextCursor
  }
  return all
}

/**
 * The options of `useQuery` that read all items of a list, page by page: what people choose from,
 * and what is looked up by name. `query` narrows it.
 */
export function allOf<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
>(contract: Listed<P, Q, B, R>, query: Narrowed<Q> = {}) {
  return queryOptions({
    queryKey: keyOf(contract, 'all', query),
    queryFn: async ({ signal }) => await readAll(contract, signal, query),
    // One answer usually has all of them, and the page is drawn with its items.
    meta: { path: pathOf(contract, {}, { limit, ...query }), shape: 'items' },
  })
}
