import { z } from 'zod'

/**
 * What a provider's cursor looks like to our callers. After an update it is the provider's own;
 * within one it also carries where the update began, because a provider that finds its data changed
 * (Plaid: TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION) only says that the reader must begin the
 * update again, and calls of ours know nothing of each other. Providers' cursors are base64, which
 * has no dot.
 */
const prefix = 'page.'
const innerSchema = z.tuple([z.string(), z.string()])

export type PagingCursor = { cursor: string; restart: string }

export function wrapCursor({ cursor, restart }: PagingCursor): string {
  return prefix + Buffer.from(JSON.stringify([cursor, restart])).toString('base64url')
}

/**
 * The provider's cursor and the one where the update began; undefined for what was never given out.
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
