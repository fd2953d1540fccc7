import type { RJSFValidationError } from '@rjsf/utils'

type Params = Record<string, unknown>
const count = (params: Params, one: string, many: string) => `${String(params['limit'])} ${params['limit'] === 1 ? one : many}`

const formats: Record<string, string> = {
  email: 'Write an e-mail address, such as name@example.com.',
  date: 'Write a date.',
  time: 'Write a time.',
  'date-time': 'Write a date and a time.',
  uri: 'Write a full address, such as https://example.com.',
}
const types: Record<string, string> = { number: 'Write a number.', integer: 'Write a whole number.', string: 'Write a text.', boolean: 'Choose yes or no.' }

/** JSON Schema's keywords (draft 2020-12) as sentences for the person at the field. */
const sentences: Record<string, (params: Params) => string | undefined> = {
  required: () => 'Please fill this in.',
  minLength: (params) => (params['limit'] === 1 ? 'Please fill this in.' : `Write at least ${count(params, 'character', 'characters')}.`),
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
  const: () => 'This value is not possible here.',
  pattern: () => 'This is not written in the form that is asked for.',
  format: (params) => formats[String(params['format'])],
  type: (params) => types[String(params['type'])],
  additionalProperties: (params) => `“${String(params['additionalProperty'])}” has no place here.`,
}

/** The validator's messages in plain words; one without a sentence here stays as the validator says it. */
export function sayErrors(errors: RJSFValidationError[]): RJSFValidationError[] {
  return errors.map((error) => {
    const message = sentences[error.name ?? '']?.((error.params ?? {}) as Params)
    return message ? { ...error, message } : error
  })
}
