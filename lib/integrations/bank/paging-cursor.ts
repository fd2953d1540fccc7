import { z } from 'zod'

/**
 * The cursor that our callers get. After an update it is the provider's own. Within one it also
 * contains the start of the update, because a provider whose data changed (Plaid:
 * TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION) only says that the reader must start the update
 * again, and our calls share no state. Providers' cursors are base64, which has no dot.
 */
const prefix = 'page.'
const innerSchema = z.tuple([z.string(), z.string()])

export type PagingCursor = { cursor: string; restart: string }

export function wrapCursor({ cursor, restart }: PagingCursor): string {
  return prefix + Buffer.from(JSON.stringify([cursor, restart])).toString('base64url')
}

/**
 * The provider's cursor and the one at the start of the update; undefined for a cursor that was
 * never issued.
 */
export function unwrapCursor(given: string): PagingCursor | undefined {
  if (!given.startsWith(prefix)) return { cursor: given, restart: given }
  try {
    const parsed = innerSchema.safeParse(
      JSON.parse(Buffer.from(given.slice(prefix.length), 'base64url').toString('utf8')),
    )
    return parsed.success ? { cursor: parsed.data[0], restart: parsed.data[1] } : undefined
  } catch {
    return undefined
  }
}
