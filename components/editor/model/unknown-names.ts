import type { References } from '#lib/domain/expressions/expression-references'
import { contextOf, type Sample } from './sample.ts'

/** An author who writes one of these has thought of a value that is not there. */
const expectsNothing = /\?\?|\?:|\?[^:]*:|\$exists\b|\bnull\b/

/**
 * What an expression names of which a sample knows nothing: a step that did not run, the item of a
 * loop, a field that the start form did not have. The result would be computed without it, and
 * would look like an answer. Undefined when all is known.
 */
export function unknownName(
  text: string,
  { steps, item, startFields }: Pick<References, 'steps' | 'item' | 'startFields'>,
  sample: Sample,
): string | undefined {
  if (expectsNothing.test(text)) return undefined
  const step = steps.find((id) => !Object.hasOwn(sample.steps, id))
  if (step !== undefined) return `steps.${step}.output`
  if (item && !('item' in contextOf(sample))) return 'item'
  const known = sample.startFields
  const field = known && startFields.find((name) => !known.includes(name))
  return field === undefined ? undefined : `start.${field}`
}
