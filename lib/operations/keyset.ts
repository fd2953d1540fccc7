import { ApiError } from '#lib/domain/api-error'
import type { Page } from '#lib/domain/page'

/** Where a page ended, as a text that callers hand back unread. */
const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/**
 * What `pageOfRows` put into the cursor; 400 when it was made elsewhere. `shape` is the number of
 * values, or what each must look like.
 */
export function decodeCursor(
  cursor: string | undefined,
  shape: number | readonly RegExp[],
): string[] | undefined {
  if (cursor === undefined) return undefined
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const count = typeof shape === 'number' ? shape : shape.length
    if (Array.isArray(values) && values.length === count) {
      const texts = values.map(String)
      if (typeof shape === 'number' || texts.every((text, index) => shape[index]?.test(text)))
        return texts
    }
  } catch {
    // told below
  }
  throw ApiError.invalid([
    {
      path: 'cursor',
      message: 'This cursor is not one of ours. Use nextCursor of the answer before, unchanged.',
    },
  ])
}

/**
 * The page out of `limit + 1` rows: whether there is one more is known from the extra row. `keyOf`
 * gives what the next page starts after.
 */
export function pageOfRows<Row, Item>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => (string | number)[],
  view: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(view),
    nextCursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null,
  }
}
