import type { RJSFValidationError } from '@rjsf/utils'
import { isInexactNumber } from '#lib/domain/form/exact-number'

type Params = Record<string, unknown>
const count = (params: Params, one: string, many: string) =>
  `${String(params['limit'])} ${params['limit'] === 1 ? one : many}`

const formats: Record<string, string> = {
  email: 'Write an e-mail address, such as name@example.com.',
  date: 'Write a date.',
  time: 'Write a time.',
  'date-time': 'Write a date and a time.',
  uri: 'Write a full address, such as https://example.com.',
}
const types: Record<string, string> = {
  number: 'Write a number.',
  integer: 'Write a whole number.',
  string: 'Write a text.',
  boolean: 'Choose yes or no.',
}

/** The sentence for the person at the field, by keyword of JSON Schema (draft 2020-12). */
const sentences: Record<string, (params: Params) => string | undefined> = {
  required: () => 'Please fill this in.',
  minLength: (params) =>
    params['limit'] === 1
      ? 'Please fill this in.'
      : `Write at least ${count(params, 'character', 'characters')}.`,
  maxLength: (params) => `Write at most ${count(params, 'character', 'characters')}.`,
  minimum: (params) => `This is at least ${String(params['limit'])}.`,
  maximum: (params) => `This is at most ${String(params['limit'])}.`,
  exclusiveMinimum: (params) => `This is more than ${String(params['limit'])}.`,
  exclusiveMaximum: (params) => `This is less than ${String(params['limit'])}.`,
  multipleOf: (params) => `This goes in steps of ${String(params['multipleOf'])}.`,
  minItems: (params) => `Add at least ${count(params, 'entry', 'entries')}.`,
  maxItems: (params) => `At most ${count(params, 'entry is', 'entries are')} allowed.`,
  uniqueItems: () => 'Each entry may be there only once.',
  enum: () => 'Choose one of the given values.',
  const: ({ allowedValue }) =>
    allowedValue === true ? 'Tick this box to go on.' : 'This value is not possible here.',
  oneOf: () => 'Choose one of these, and fill it in.',
  anyOf: () => 'Choose one of these, and fill it in.',
  pattern: () => 'This is not written in the form that is asked for.',
  format: (params) => formats[String(params['format'])],
  type: (params) => types[String(params['type'])],
  additionalProperties: (params) => `“${String(params['additionalProperty'])}” has no place here.`,
}

const tooLong = 'This number has too many digits to be stored exactly. Use at most 15 digits.'

/** The value at an error's place, such as `.visits.0.count`. */
function valueAt(data: unknown, property = ''): unknown {
  let value = data
  for (const part of property.split('.').filter(Boolean))
    value = typeof value === 'object' && value !== null ? (value as Params)[part] : undefined
  return value
}

/**
 * Whether a number has too many digits: a number field leaves such a number as text, because it
 * would be rounded.
 */
function isTooLong({ name, property }: RJSFValidationError, data: unknown): boolean {
  const value = name === 'type' ? valueAt(data, property) : undefined
  return typeof value === 'string' && isInexactNumber(value)
}

/** False for errors of the first alternative, "nothing is chosen yet", which `drawnSchema` adds. */
const isOfOwnSchema = ({ name, schemaPath }: RJSFValidationError): boolean =>
  name !== 'not' || !/\/(?:one|any)Of\/0\/not$/.test(schemaPath ?? '')

/**
 * The validator's errors with messages in plain words; an error without a sentence here keeps the
 * validator's message. `data` is the checked value.
 */
export function describeErrors(
  errors: RJSFValidationError[],
  data?: unknown,
): RJSFValidationError[] {
  return errors.filter(isOfOwnSchema).map((error) => {
    if (isTooLong(error, data)) return { ...error, message: tooLong }
    const message = sentences[error.name ?? '']?.((error.params ?? {}) as Params)
    return message ? { ...error, message } : error
  })
}
