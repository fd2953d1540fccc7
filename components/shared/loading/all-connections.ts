import { queryOptions } from '@tanstack/react-query'
import {
  listConnectionsContract,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import type { Page } from '#lib/domain/page'
import { call, pathOf } from '#lib/http/client'
import { keyOf } from './queries.ts'

async function readAll(signal: AbortSignal): Promise<ConnectionView[]> {
  const all: ConnectionView[] = []
  let cursor: string | undefined
  do {
    const page: Page<ConnectionView> = await call(listConnectionsContract, {
      query: { limit: 200, cursor },
      signal,
    })
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  return all
}

/** Reads all connections, page by page: there are few, and the page shows them by kind. */
export const allConnections = queryOptions({
  queryKey: keyOf(listConnectionsContract, 'all'),
  queryFn: ({ signal }) => readAll(signal),
  // One answer usually has all of them, and the page is drawn with its items.
  meta: { path: pathOf(listConnectionsContract, {}, { limit: 200 }), shape: 'items' },
})
