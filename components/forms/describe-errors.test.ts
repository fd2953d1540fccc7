import Ajv2020 from 'ajv/dist/2020.js'
import { customizeValidator } from '@rjsf/validator-ajv8'
import { describe, expect, it } from 'vitest'
import { drawnSchema } from './drawn-schema.ts'
import { describeErrors } from './describe-errors.ts'

const validator = customizeValidator({ AjvClass: Ajv2020 as never })
const said = (
  property: Record<string, unknown>,
  data: Record<string, unknown>,
  required: string[] = [],
) =>
  validator
    .validateFormData(
      data,
      { type: 'object', required, properties: { field: property } } as never,
      undefined,
      (errors) => describeErrors(errors, data),
    )
    .errors.map((error) => error.message)

describe('describeErrors', () => {
  it.each([
    [{ type: 'string' }, {}, ['field'], 'Please fill this in.'],
    [{ type: 'string', minLength: 1 }, { field: '' }, [], 'Please fill this in.'],
    [{ type: 'string', minLength: 5 }, { field: 'abc' }, [], 'Write at least 5 characters.'],
    [
      { type: 'string', format: 'email' },
      { field: 'abc' },
      [],
      'Write an e-mail address, such as name@example.com.',
    ],
    [{ type: 'integer' }, { field: 1.5 }, [], 'Write a whole number.'],
    [
      { type: 'integer' },
      { field: '12345678901234567890' },
      [],
      'This number has too many digits to be stored exactly. Use at most 15 digits.',
    ],
    [{ type: 'number' }, { field: 'ten' }, [], 'Write a number.'],
    [{ type: 'boolean', const: true }, { field: false }, [], 'Tick this box to go on.'],
    [{ type: 'array', minItems: 1 }, { field: [] }, [], 'Add at least 1 entry.'],
    [{ type: 'string', enum: ['a'] }, { field: 'b' }, [], 'Choose one of the given values.'],
  ])('%j with %j', (property, data, required, message) =>
    expect(said(property, data, required)).toContain(message),
  )

  it('says of a choice that was not made only what to do', () => {
    const shapes = ['a', 'b'].map((name) => ({ type: 'object', required: [name] }))
    const field = { type: 'object', oneOf: shapes }
    const schema = drawnSchema({ type: 'object', properties: { field } })
    const data = { field: {} }
    const { errors } = validator.validateFormData(data, schema as never, undefined, (all) =>
      describeErrors(all),
    )
    const own = errors.filter(({ property }) => property === '.field')
    expect(own.map(({ message }) => message)).toEqual(['Choose one of these, and fill it in.'])
  })

  it('leaves what it has no words for', () =>
    expect(said({ not: { type: 'string' } }, { field: 'x' })).toEqual(['must NOT be valid']))
})
