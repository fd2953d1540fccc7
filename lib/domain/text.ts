/** JSON writes NUL and halves of surrogate pairs always as escapes. */
const suspicious = /\\u(?:0000|d[89a-f])/i

const endsInHalf = /[\ud800-\udbff]$/

/**
 * The beginning of the text, at most `most` UTF-16 units long. A character that would be cut in two
 * is left out: half of a surrogate pair is no text, and Postgres refuses it in `jsonb`.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return endsInHalf.test(cut) ? cut.slice(0, -1) : cut
}

/** The same, with an ellipsis where something was left out; for what a person reads. */
export const shortText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most)}…` : text

/** The text as Postgres can hold it: NUL and halves of surrogate pairs become U+FFFD. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
}

/**
 * Whether JSON may hold what `jsonb` cannot. Errs on the side of yes: an escaped backslash before
 * `u0000` looks the same.
 */
export function looksUnstorable(json: string): boolean {
  return suspicious.test(json)
}

/**
 * The value with each text in it, keys included, as Postgres can hold it; the value itself when
 * there is nothing to clean. Of two keys that become the same the later counts. `json` is the
 * value's JSON, where it is known. Throws what `JSON.stringify` throws: for a circle, a big
 * integer, bottomless nesting.
 */
export function storableJson<T>(
  value: T,
  json: string | undefined = JSON.stringify(value) as string | undefined,
): T {
  return json === undefined || !looksUnstorable(json) ? value : (clean(value) as T)
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(clean)
  // A date writes itself as JSON.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), clean(inner)]),
  )
}
