import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'

/** The pattern of each value of a cursor. */
type CursorShape = readonly RegExp[]
/** One text for each pattern of the shape. */
type CursorValues<Shape extends CursorShape> = { readonly [Place in keyof Shape]: string }

/** Patterns of values in cursors. Postgres accepts every text that matches. */
export const cursorValue = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  integer: /^-?\d{1,9}$/,
  /** Milliseconds since 1970. */
  millis: /^\d{1,15}$/,
  /** Microseconds since 1970, the precision of the database: a `Date` would round them. */
  micros: /^\d{1,17}$/,
  /** Any text that Postgres can store. */
  text: /^[^\0]*$/,
}

/** Encodes where a page ended, as an opaque text. */
const encodeCursor = (values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url')

/** Decodes a cursor of `pageOfRows`. Throws 400 for any other text. */
export function decodeCursor<const Shape extends CursorShape>(
  cursor: string | undefined,
  shape: Shape,
): CursorValues<Shape> | undefined {
  if (cursor === undefined) return undefined
  const values = parseCursor(cursor)?.map(String)
  if (values?.length === shape.length && values.every((value, at) => shape[at]?.test(value)))
    return values as unknown as CursorValues<Shape>
  throw ApiError.invalid([
    {
      path: 'cursor',
      message: 'This cursor is not valid. Use nextCursor of the previous answer unchanged.',
    },
  ])
}

function parseCursor(cursor: string): unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    return Array.isArray(values) ? values : undefined
  } catch {
    return undefined
  }
}

/**
 * Makes a page of up to `limit + 1` rows: the extra row shows that there is a next page. `keyOf`
 * answers the key after which the next page starts.
 */
export function pageOfRows<Row, Item>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => (string | number)[],
  view: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit && last !== undefined
  return { items: shown.map(view), nextCursor: hasMore ? encodeCursor(keyOf(last)) : null }
}

/** How a list is read page by page, each page starting after the last row of the one before. */
type Keyset<Shape extends CursorShape, Row, Item> = {
  /** The patterns of the values of `keyOf`. */
  shape: Shape
  /** Reads at most `count` rows in the order of the list, after the row with the key `after`. */
  rows(after: CursorValues<Shape> | undefined, count: number): PromiseLike<Row[]>
  /** The key of a row in the order of the list; unique. */
  keyOf(row: Row): (string | number)[]
  view(row: Row): Item
}

/** Reads one page of a list. Throws 400 for a cursor of another kind of list. */
export async function keysetPage<const Shape extends CursorShape, Row, Item>(
  { cursor, limit }: PageQuery,
  { shape, rows, keyOf, view }: Keyset<Shape, Row, Item>,
): Promise<Page<Item>> {
  const after = decodeCursor(cursor, shape)
  return pageOfRows(await rows(after, limit + 1), limit, keyOf, view)
}

/** An instant for a cursor (`cursorValue.micros`). */
export const microsOf = (instant: AnyPgColumn): SQL<string> =>
  sql<string>`(extract(epoch from ${instant}) * 1000000)::bigint::text`

/** The instant of a `microsOf` value, in SQL. */
export const instantOfMicros = (micros: string): SQL =>
  sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`
