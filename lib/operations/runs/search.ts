import { sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { cutText } from '#lib/domain/text'
import { containing } from '#lib/operations/containing'

/**
 * Splits the text as the index does (`run_words` in migration 0004). Each word must be the
 * beginning of a word of the run.
 */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{Alphabetic}0-9]+/u)
    .filter((word) => word !== '')
const prefixes = (words: string[]): string =>
  words.map((word) => `'${cutText(word, 60)}':*`).join(' & ')

const nested = (path: string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value)

/** A query string has only texts: `4711` also means the number, `true` also the boolean. */
function anyOf(path: string[], text: string): unknown[] {
  const values: unknown[] = /^(-?(0|[1-9]\d{0,14})(\.\d{1,10})?|true|false|null)$/.test(text)
    ? [text, JSON.parse(text)]
    : [text]
  return values.map((value) => nested(path, value))
}

/** The search of a list by index; undefined without one. */
type Search = { fields: string | null; words: string | null }

/**
 * Makes the search of `q`, and of `startData.<path>` for the value of one field, as the indexes of
 * `run_search` need it.
 */
export function searchOf(query: Record<string, unknown>): Search | undefined {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    name.startsWith('startData.') ? [anyOf(name.split('.').slice(1), String(value))] : [],
  )
  const words = typeof query['q'] === 'string' ? wordsOf(query['q']) : []
  if (fields.length === 0 && words.length === 0) return undefined
  return {
    fields: fields.length > 0 ? JSON.stringify(fields) : null,
    words: words.length > 0 ? prefixes(words) : null,
  }
}

/** Finds the ids of the newest matching runs, below `before` and not below `from`. */
export async function searchRuns(
  tx: Tx,
  { fields, words }: Search,
  from: string | undefined,
  before: string | undefined,
  most: number,
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id
      from search_runs(${fields}::jsonb, ${words}::tsquery, ${from ?? null}::uuid,
        ${before ?? null}::uuid, ${most}::integer) as id`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Matches the exact text in a value of the start data or in the title, because no index has
 * punctuation.
 */
export const matches = (
  text: string,
): SQL => sql`(${runs.title} ilike ${containing(text)} or exists (
  select from jsonb_path_query(${runs.startData}, 'strict $.**') as part(value)
  where jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ilike ${containing(text)}))`
