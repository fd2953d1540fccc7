import { textOfValue } from '#components/shared/differences/value-differences'
import type { Definition } from '#lib/domain/workflow/definition'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { WordsOf } from '../changes/expression-words.ts'
import {
  groupFieldName,
  noteFieldName,
  stepFieldName,
  workflowFieldName,
} from '../changes/field-names.ts'

/** The step of a place, by its title, and the field. */
type PlaceInWords = { step: string | undefined; field: string }

const after = (place: string, field: string): string => (field ? `${place} › ${field}` : place)

/** The name of a place in a definition, as people read it. */
export function placeInWords(
  path: string[],
  sides: Definition[],
  types: ReadonlyMap<string, StepTypeInfo>,
): PlaceInWords {
  const [first, id = '', ...rest] = path
  const field = rest.join('.')
  if (first === 'notes')
    return { step: undefined, field: after('Note on the canvas', field && noteFieldName(field)) }
  if (first === 'groups') {
    const name = sides.flatMap(({ groups }) => groups?.[id]?.name ?? [])[0] ?? id
    return { step: undefined, field: after(`Group “${name}”`, field && groupFieldName(field)) }
  }
  if (first !== 'steps') return { step: undefined, field: workflowFieldName(path.join('.')) }
  const step = sides.flatMap(({ steps }) => steps.find((one) => one.id === id) ?? [])[0]
  const schema = step && types.get(step.type)?.configSchema
  return { step: step?.title || id, field: field && stepFieldName(field, schema) }
}

/**
 * A value as people read it: texts with values and rules by the names that they gave, as far as
 * `wordsOf` (of the step) can say it.
 */
export function valueInWords(value: unknown, path: string[], wordsOf: WordsOf | undefined): string {
  if (path.at(-1) === '$') return valueInWords({ $: value }, [], wordsOf)
  if (isExpression(value))
    return wordsOf?.({ path: '', before: value, after: null })?.before ?? value.$
  if (Array.isArray(value) && value.some(isExpression))
    return value.map((one) => valueInWords(one, [], wordsOf)).join('\n')
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return textOfValue(value)
}
