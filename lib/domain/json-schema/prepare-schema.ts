import { patternOf } from './pattern.ts'
import { prepareBy, type PreparedSchema } from './prepare.ts'

/**
 * `prepareBy` with an engine whose time is linear in the text. With `anyEngine`, patterns that RE2
 * does not support are also accepted (pattern.ts).
 */
export const prepareSchema = (schema: unknown, anyEngine = false): PreparedSchema =>
  prepareBy((text) => patternOf(text, anyEngine), schema)
