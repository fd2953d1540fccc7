import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'

import type { Contract, Returns } from '#lib/contracts/contract'
import type { AnswerOf } from '#lib/contracts/contract-types'
import { pathOf, request, type CallArguments, type CallInput } from '#lib/http/client'

// The only way in which pages read the API. The key of a read is its contract and its input, so two
// equal reads share one answer, and `refresh` reaches every read of a contract.

type Sent = { params?: Record<string, unknown>; query?: Record<string, unknown> }
type Input<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType> = Omit<
  CallInput<P, Q, B>,
  'headers' | 'signal' | 'keepalive'
>
type ItemPage = { nextCursor: string | null }

/** The start of the key of every read of a contract, and of data derived from such a read. */
export function keyOf(contract: Pick<Contract, 'id'>, ...parts: unknown[]): unknown[] {
  return [contract.id, ...parts]
}

/** Reads the shown data of these contracts again; resolves when it has arrived. */
export async function refresh(
  client: QueryClient,
  ...contracts: Pick<Contract, 'id'>[]
): Promise<void> {
  await Promise.all(contracts.map((contract) => readAgain(client, keyOf(contract))))
}

async function readAgain(client: QueryClient, queryKey: unknown[]): Promise<void> {
  // A first read under way may have been answered before the change. The library begins no second
  // one beside it and takes its answer for fresh, so it is read again once it has ended.
  const first = client.getQueryCache().findAll({
    queryKey,
    predicate: ({ state }) => state.fetchStatus !== 'idle' && state.data === undefined,
  })
  await client.invalidateQueries({ queryKey })
  if (first.length === 0) return
  await client.invalidateQueries({ queryKey, predicate: (query) => first.includes(query) })
}

/**
 * The options of `useQuery` that read an endpoint; its answer and ApiFailure are those of `call`.
 */
export function queryOf<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
>(contract: Contract<P, Q, B, R>, ...[input]: CallArguments<Input<P, Q, B>>) {
  const { params, query } = (input ?? {}) as Sent
  const path = pathOf(contract, params, query)
  return queryOptions({
    queryKey: keyOf(contract, 'one', { params, query }),
    queryFn: ({ signal }) => request<AnswerOf<R>>(contract.method, path, { signal }),
    meta: { path },
  })
}

/** The options of `useInfiniteQuery` that read a list page by page, each from the cursor before. */
export function pagesOf<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends Returns,
>(
  contract: Contract<P, Q, B, R> & (AnswerOf<R> extends ItemPage ? unknown : never),
  ...[input]: CallArguments<Input<P, Q, B>>
) {
  const { params, query } = (input ?? {}) as Sent
  return infiniteQueryOptions({
    queryKey: keyOf(contract, 'pages', { params, query }),
    queryFn: ({ pageParam, signal }) => {
      const path = pathOf(contract, params, { ...query, cursor: pageParam })
      return request<AnswerOf<R>>(contract.method, path, { signal })
    },
    meta: { path: pathOf(contract, params, query), shape: 'list' },
    initialPageParam: '',
    getNextPageParam: (page) => (page as ItemPage).nextCursor,
  })
}
