import { isInexactNumber } from '#lib/domain/form/exact-number'
import { sentenceOf } from '#lib/domain/json-schema/schema-error'

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
  multipleOf: (params) => `This goes in steps of ${String(params['limit'])}.`,
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

/**
 * The sentence for the person at the field. A number field leaves a number with too many digits as
 * text, because it would be rounded.
 */
export function sentenceOfFault(keyword: string, params: Params): string {
  const { value } = params
  if (keyword === 'type' && typeof value === 'string' && isInexactNumber(value)) return tooLong
  return sentences[keyword]?.(params) ?? sentenceOf(keyword, params)
}
