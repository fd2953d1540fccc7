import { PermanentStepError } from '#lib/steps/define-step'

const unstorable = /\\u(?:0000|d[89a-f])/i
const maxBytes = 16 * 1024 * 1024

/**
 * The value as it will be read back from Postgres: plain JSON without what `jsonb` cannot hold (NUL, halves of surrogate pairs).
 * Throws `output_too_large` above 16 MB and `output_not_json` for what JSON cannot hold (a circle, a big integer).
 */
export function storable(value: unknown): unknown {
  let text: string
  try {
    text = JSON.stringify(value ?? null) ?? 'null'
    // Both are always written as escapes. Looking for them in the text costs a fraction of a function called for each value.
    if (unstorable.test(text)) text = JSON.stringify(JSON.parse(text), (_key, inner: unknown) => (typeof inner === 'string' ? clean(inner) : inner))
  } catch {
    throw new PermanentStepError('output_not_json', 'The output cannot be written as JSON. Return plain values, lists and objects.')
  }
  if (text.length > maxBytes) throw new PermanentStepError('output_too_large', 'The output is larger than 16 MB. Keep large data in a file and pass its id.')
  return JSON.parse(text)
}

function clean(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed()
}
