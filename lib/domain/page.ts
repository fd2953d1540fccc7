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

/** A file with more rows of a list is refused, so that none is silently left out. */
export const maxExported = 20_000
