import { looksUnstorable, storableJson } from '#lib/domain/text'
import { PermanentStepError } from '#lib/steps/define-step'

const maxBytes = 16 * 1024 * 1024

/**
 * The value as it will be read from Postgres: plain JSON without what `jsonb` cannot store (NUL,
 * halves of surrogate pairs). Throws `output_too_large` above 16 MB, and `output_not_json` for
 * values that JSON cannot express (a circle, a big integer).
 */
export function storable(value: unknown): unknown {
  try {
    const text = JSON.stringify(value ?? null) ?? 'null'
    if (text.length > maxBytes) throw tooLarge()
    const plain: unknown = JSON.parse(text)
    return looksUnstorable(text) ? storableJson(plain) : plain
  } catch (error) {
    if (error instanceof PermanentStepError) throw error
    throw new PermanentStepError(
      'output_not_json',
      'The output cannot be written as JSON. Return plain values, lists and objects.',
    )
  }
}

const tooLarge = () =>
  new PermanentStepError(
    'output_too_large',
    'The output is larger than 16 MB. Keep large data in a file and pass its id.',
  )
