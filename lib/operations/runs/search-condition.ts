import { and, or, sql, type SQL } from 'drizzle-orm'
import { runs, runSearch } from '#db/schema/runs'

/** The text as an ILIKE pattern that matches it anywhere. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Cut as the index cuts (`run_words` in migration 0004); each word of the text is the beginning of one in the run. */
const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{Alphabetic}0-9]+/u).filter((word) => word !== '')
const prefixes = (words: string[]): string => words.map((word) => `'${word.slice(0, 60)}':*`).join(' & ')

/** In the words first, by index; then as it stands, since punctuation is in no index. */
function matches(text: string): SQL | undefined {
  const words = wordsOf(text)
  const asItStands = sql`(${runs.title} ilike ${containing(text)} or exists (select from jsonb_path_query(${runs.startData}, 'strict $.**') as part(value)
    where jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ilike ${containing(text)}))`
  return and(words.length > 0 ? sql`${runs.id} in (select run_id from ${runSearch} where ${runSearch.words} @@ ${prefixes(words)}::tsquery)` : undefined, asItStands)
}

const nested = (path: string[], value: unknown): unknown => path.reduceRight((inner, name) => ({ [name]: inner }), value)

/** An address has only texts: `4711` means the number as well, `true` the truth. */
function has(path: string[], text: string): SQL | undefined {
  const values: unknown[] = /^(-?(0|[1-9]\d{0,14})(\.\d{1,10})?|true|false|null)$/.test(text) ? [text, JSON.parse(text)] : [text]
  return or(...values.map((value) => sql`${runSearch.fields} @> ${JSON.stringify(nested(path, value))}::jsonb`))
}

/** The runs in whose start data all of this is found: `q`, and `startData.<path>` for the value of one field. */
export function found(query: Record<string, unknown>): SQL | undefined {
  const fields = Object.entries(query).flatMap(([name, value]) => (name.startsWith('startData.') ? [has(name.split('.').slice(1), String(value))] : []))
  const q = typeof query['q'] === 'string' ? query['q'] : ''
  return and(
    fields.length > 0 ? sql`${runs.id} in (select run_id from ${runSearch} where ${and(...fields)})` : undefined,
    q === '' ? undefined : matches(q),
  )
}
