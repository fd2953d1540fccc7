/** JSON always escapes NUL and halves of surrogate pairs. */
const suspicious = /\\u(?:0000|d[89a-f])/i

const endsInHalf = /[\ud800-\udbff]$/

/**
 * The beginning of the text, at most `most` UTF-16 units long. A character that would be cut in two
 * is left out, because Postgres refuses half of a surrogate pair in `jsonb`.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  return endsInHalf.test(cut) ? cut.slice(0, -1) : cut
}

/** Like `cutText`, with an ellipsis when something was left out; for texts that people read. */
export const shortText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most)}…` : text

/** The text as Postgres can store it: NUL and halves of surrogate pairs become U+FFFD. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
}

/**
 * Whether JSON may contain characters that `jsonb` cannot store. When in doubt the answer is yes:
 * an escaped backslash before `u0000` looks the same.
 */
export function looksUnstorable(json: string): boolean {
  return suspicious.test(json)
}

/**
 * The value with all its texts, keys included, as Postgres can store them; the value itself when
 * nothing has to be replaced. Of two keys that become the same the later counts. `json` is the
 * value's JSON, if it is known. Throws like `JSON.stringify`: for a circle, a big integer, endless
 * nesting.
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
  // A date converts itself to JSON.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [storableText(key), clean(inner)]),
  )
}
