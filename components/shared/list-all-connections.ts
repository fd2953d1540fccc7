import { listConnectionsContract, type ConnectionView } from '#lib/contracts/connections'
import type { Page } from '#lib/domain/page'
import { call } from '#lib/http/client'

/** Every connection, page after page: there are few, and the page shows them by kind. */
export async function listAllConnections(signal: AbortSignal): Promise<ConnectionView[]> {
  const all: ConnectionView[] = []
  let cursor: string | null = null
  do {
    const page: Page<ConnectionView> = await call(listConnectionsContract, {
      query: { limit: 200, ...(cursor ? { cursor } : {}) },
      signal,
    })
    all.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return all
}
