import { expect, it } from 'vitest'
import { checkData } from '../json-schema/check.ts'
import { prepareSchema } from '../json-schema/prepare-schema.ts'

const messagesOf = (schema: unknown, data: unknown) =>
  Object.fromEntries(
    checkData(prepareSchema(schema), data, 1e6).issues.map(({ path, message }) => [path, message]),
  )

const schema = {
  type: 'object',
  required: ['reference', 'name', 'plain', 'around'],
  errorMessage: { required: { around: 'Say what is around.' } },
  properties: {
    reference: {
      type: 'string',
      pattern: '^AB-\\d+$',
      maxLength: 9,
      errorMessage: { pattern: 'Write it like AB-123.', required: 'It is on the card.' },
    },
    name: { type: 'string', minLength: 2, errorMessage: 'Write your whole name.' },
    plain: { type: 'string' },
    list: {
      type: 'array',
      minItems: 2,
      items: { type: 'number' },
      errorMessage: { minItems: 'Two!' },
    },
  },
}

it('says what the author wrote for a rule, and our sentence for the others', () => {
  expect(
    messagesOf(schema, { reference: 'x', name: 'a', plain: 1, around: 1, list: ['a'] }),
  ).toEqual({
    reference: 'Write it like AB-123.',
    name: 'Write your whole name.',
    plain: 'This must be a text.',
    list: 'Two!',
    'list.0': 'This must be a number.',
  })
  const long = { reference: 'AB-12345678', name: 'ab', plain: '', around: 1 }
  expect(messagesOf(schema, long)).toEqual({ reference: 'This may have at most 9 characters.' })
})

it('says it where a field is missing, at the field or around it', () => {
  expect(messagesOf(schema, {})).toEqual({
    reference: 'It is on the card.',
    name: 'Write your whole name.',
    plain: 'This is missing.',
    around: 'Say what is around.',
  })
})
