import { z } from 'zod'

/** Query of every list: `limit` (default 50, at most 200) and the `cursor` of the answer before. */
export const pageQuerySchema = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1, 'limit is at least 1.')
    .max(200, 'limit is at most 200.')
    .default(50),
  cursor: z.string().max(500).optional(),
})
export type PageQuery = z.infer<typeof pageQuerySchema>

/** Answer of every list. `nextCursor` is null on the last page. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
export type Page<T> = { items: T[]; nextCursor: string | null }

const mostPages = 25

/**
 * The items of all pages of a list, which `read` reads one by one; at most 5,000. People choose from
 * no longer list: they search it.
 */
export async function itemsOfAllPages<T>(
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = []
  let page: { limit: number; cursor?: string } = { limit: 200 }
  for (let count = 0; count < mostPages; count++) {
    const { items, nextCursor } = await read(page)
    all.push(...items)
    if (nextCursor === null) break
    page = { ...page, cursor: nextCursor }
  }
  return all
}

/** A file with more rows of a list is refused, so that none is silently left out. */
export const maxExported = 20_000
