import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Contract, Returns } from '#lib/contracts/contract'
import type { AnswerOf } from '#lib/contracts/contract-types'
import { itemsOfAllPages } from '#lib/domain/all-pages'
import type { Page } from '#lib/domain/page'
import { pathOf, request } from '#lib/http/client'
import { keyOf } from './queries.ts'

type ItemOf<R extends Returns> = AnswerOf<R> extends Page<infer Item> ? Item : never
type Listed<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
> = Contract<P, Q, B, R> & (AnswerOf<R> extends Page<unknown> ? unknown : never)
type Narrowed<Q extends z.ZodType> = Partial<z.input<Q>>

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
  return await itemsOfAllPages(async ({ limit, cursor }) => {
    const path = pathOf(contract, {}, { limit, ...query, cursor })
    return await request<Page<ItemOf<R>>>(contract.method, path, { signal })
  })
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
    meta: { path: pathOf(contract, {}, { limit: 200, ...query }), shape: 'items' },
  })
}
