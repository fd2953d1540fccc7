import type { ErrorObject } from 'ajv/dist/2020.js'
import { countOf } from '#lib/domain/count-of'
import { shortText } from '../text.ts'

type ErrorMessages = { path: string; message: string }

const kinds: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}
const kindOf = (type: unknown): string =>
  Array.isArray(type) ? type.map(kindOf).join(' or ') : (kinds[String(type)] ?? String(type))

/** Long values would make long messages. */
const shortened = (text: string): string => shortText(text, 200)

const inWords = (value: unknown): string =>
  shortened(typeof value === 'string' ? value : JSON.stringify(value))

function someOf(values: readonly unknown[]): string {
  const shown = values.slice(0, 20).map(inWords).join(', ')
  return values.length > 20 ? `${shown} and ${values.length - 20} more` : shown
}

const noSuchField = (name: string): string =>
  `There is no field "${shortened(name)}" here. Remove it or check its spelling.`

/** Formats that people call otherwise. */
const formats: Record<string, string> = {
  email: 'e-mail address',
  uri: 'web address',
  'date-time': 'date and time',
}

const messages: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'This is missing.',
  additionalProperties: ({ additionalProperty }) => noSuchField(String(additionalProperty)),
  unevaluatedProperties: ({ additionalProperty }) => noSuchField(String(additionalProperty)),
  type: ({ type }) => `This must be ${kindOf(type)}.`,
  enum: ({ allowedValues }) => `This must be one of: ${someOf(allowedValues as unknown[])}.`,
  const: ({ allowedValue }) => `This must be ${shortened(JSON.stringify(allowedValue))}.`,
  minLength: ({ limit }) =>
    limit === 1 ? 'This may not be empty.' : `This must have at least ${String(limit)} characters.`,
  maxLength: ({ limit }) => `This may have at most ${countOf(Number(limit), 'character')}.`,
  minItems: ({ limit }) => `This needs at least ${countOf(Number(limit), 'entry', 'entries')}.`,
  maxItems: ({ limit }) => `This may have at most ${countOf(Number(limit), 'entry', 'entries')}.`,
  minimum: ({ limit }) => `This must be at least ${String(limit)}.`,
  maximum: ({ limit }) => `This must be at most ${String(limit)}.`,
  exclusiveMinimum: ({ limit }) => `This must be more than ${String(limit)}.`,
  exclusiveMaximum: ({ limit }) => `This must be less than ${String(limit)}.`,
  pattern: ({ pattern }) => `This must match the pattern ${shortened(String(pattern))}.`,
  format: ({ format }) => `This must be a valid ${formats[String(format)] ?? String(format)}.`,
  uniqueItems: () => 'The same entry stands here twice.',
  anyOf: () => 'This fits none of the allowed forms.',
  oneOf: () => 'This fits none, or more than one, of the allowed forms.',
  not: () => 'This is a value that is not allowed here.',
  multipleOf: ({ limit, multipleOf }) =>
    `This must be a multiple of ${String(limit ?? multipleOf)}.`,
  minProperties: ({ limit }) => `This needs at least ${countOf(Number(limit), 'field')}.`,
  maxProperties: ({ limit }) => `This may have at most ${countOf(Number(limit), 'field')}.`,
  dependentRequired: ({ property }) =>
    `This is needed where "${shortened(String(property))}" is given.`,
  propertyNames: () => 'A field may not have this name.',
  unevaluatedItems: () => 'There may be no entry here.',
  contains: ({ min, minContains }) => {
    const least = Number(min ?? minContains ?? 1)
    return `This list has too few or too many of the entries that it needs (at least ${least}).`
  },
  'false schema': () => 'There may be nothing here.',
}

/** A sentence for a fault, by Ajv's names of keywords and of their parameters. */
export function sentenceOf(keyword: string, params: Record<string, unknown>): string {
  return messages[keyword]?.(params) ?? 'This is not valid.'
}

/** For these keywords, the parameter that names the field below the place of the error. */
const namingParams: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
}

/** The dotted path of an error's field: for a missing or surplus field, that field. */
function pathOf(error: ErrorObject): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const param = namingParams[error.keyword]
  const named: unknown = param === undefined ? undefined : error.params[param]
  return (named === undefined ? parts : [...parts, String(named)]).join('.')
}

/**
 * Converts Ajv's errors to sentences that a builder understands, one for each field at fault. The
 * error of an alternative replaces the errors inside it. Errors of `if` only say that something
 * below failed.
 */
export function sentencesOf(errors: readonly ErrorObject[]): ErrorMessages[] {
  const alternatives = errors
    .filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf')
    .map((error) => `${error.schemaPath}/`)
  const reported = new Map<string, ErrorMessages>()
  const misformed = new Set(
    errors.filter(({ keyword }) => keyword === 'format').map(({ instancePath }) => instancePath),
  )
  for (const error of errors) {
    if (
      error.keyword === 'if' ||
      // The pattern of a format, as Zod writes it, tells people nothing.
      (error.keyword === 'pattern' && misformed.has(error.instancePath)) ||
      alternatives.some((prefix) => error.schemaPath.startsWith(prefix))
    )
      continue
    const path = pathOf(error)
    if (!reported.has(path))
      reported.set(path, {
        path,
        message:
          messages[error.keyword]?.(error.params) ?? `This ${error.message ?? 'is not valid'}.`,
      })
  }
  return [...reported.values()]
}
