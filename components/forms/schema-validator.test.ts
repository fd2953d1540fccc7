import { describe, expect, it } from 'vitest'
import { drawnSchema } from './drawn-schema.ts'
import { formTexts } from '#lib/domain/form/texts/form-texts'
import { schemaValidator } from './schema-validator.ts'

type Schema = Record<string, unknown>

const validator = schemaValidator(formTexts('en'))

const errorsOf = (schema: Schema, data: Schema) => validator.validateFormData(data, schema).errors
const said = (property: Schema, data: Schema, required: string[] = []) =>
  errorsOf({ type: 'object', required, properties: { field: property } }, data).map(
    (error) => error.message,
  )

describe('what a form says of a field', () => {
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
    [{ type: 'string', format: 'time' }, { field: '25:00' }, [], 'Write a time.'],
    [{ type: 'string', pattern: '^(?=.*9)\\d+$' }, { field: '12' }, [], /not written in the form/],
    [{ type: 'number', multipleOf: 0.5 }, { field: 0.7 }, [], 'This goes in steps of 0.5.'],
    [{ type: 'integer' }, { field: 1.5 }, [], 'Write a whole number.'],
    [
      { type: 'integer' },
      { field: '12345678901234567890' },
      [],
      'This number has too many digits to be stored exactly. Use at most 15 digits.',
    ],
    [{ type: 'number' }, { field: 'ten' }, [], 'Write a number.'],
    [{ type: 'boolean', const: true }, { field: false }, [], 'Tick this box to go on.'],
    // Nobody has touched it.
    [{ type: 'boolean', const: true }, {}, ['field'], 'Tick this box to go on.'],
    [
      { type: 'object', 'x-formFieldType': 'signature' },
      {},
      ['field'],
      'Sign here: draw your signature, or type your name.',
    ],
    [{ type: 'array', minItems: 1 }, { field: [] }, [], 'Add at least 1 entry.'],
    [{ type: 'string', enum: ['a'] }, { field: 'b' }, [], 'Choose one of the given values.'],
  ])('%j with %j', (property, data, required, message) =>
    expect(said(property, data, required)).toEqual([expect.stringMatching(message)]),
  )

  it.each([
    ['without an entry', {}, { field: [] }, ['Please fill this in.']],
    ['with an entry', {}, { field: ['a'] }, []],
    ['that may be empty', { minItems: 0 }, { field: [] }, []],
    ['that is only shown', { readOnly: true }, { field: [] }, []],
  ])('takes a required list %s as people mean it', (_what, more, data, messages) =>
    expect(said({ type: 'array', items: {}, ...more }, data, ['field'])).toEqual(messages),
  )

  it('misses a required list within an entry, and one that a condition requires', () => {
    const files = { type: 'array', 'x-formFieldType': 'multi-file' }
    const person = { type: 'object', required: ['papers'], properties: { papers: files } }
    const schema = {
      type: 'object',
      properties: { people: { type: 'array', items: person }, photos: files },
      allOf: [{ if: { required: ['hurt'] }, then: { required: ['photos'] } }],
    }
    const data = { people: [{ papers: [{ id: 'a' }] }, { papers: [] }], hurt: true, photos: [] }
    expect(errorsOf(schema, data).map(({ property }) => property)).toEqual([
      '.photos',
      '.people.1.papers',
    ])
    expect(errorsOf(schema, { people: [], photos: [] })).toEqual([])
  })

  it('says of a choice that was not made only what to do', () => {
    const shapes = ['a', 'b'].map((name) => ({ type: 'object', required: [name] }))
    const field = { type: 'object', oneOf: shapes }
    const schema = drawnSchema({ type: 'object', properties: { field } })
    const own = errorsOf(schema, { field: {} }).filter(({ property }) => property === '.field')
    expect(own.map(({ message }) => message)).toEqual(['Choose one of these, and fill it in.'])
  })

  it('says what is wrong inside of the alternative that was chosen, and of no other', () => {
    const shape = (kind: string, name: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, [name]: { type: 'string' } },
      required: ['kind', name],
    })
    const field = { oneOf: [shape('card', 'number'), shape('cash', 'till')] }
    const schema = { type: 'object', properties: { field } }
    const properties = errorsOf(schema, { field: { kind: 'cash' } }).map(({ property }) => property)
    expect(properties).toEqual(['.field', '.field.till'])
  })

  it('fills no default into what a person emptied', () => {
    const data = {}
    const field = { type: 'string', default: 'a' }
    expect(said(field, data, ['field'])).toEqual(['Please fill this in.'])
    expect(data).toEqual({})
  })

  it('leaves what it has no words for to the words for builders', () =>
    expect(said({ not: { type: 'string' } }, { field: 'x' })).toEqual([
      'This is a value that is not allowed here.',
    ]))
})

describe('a part of a schema', () => {
  it('has the definitions of its root', () => {
    const root: Schema = { $defs: { id: { type: 'string' } } }
    const part: Schema = { properties: { id: { $ref: '#/$defs/id' } } }
    expect(validator.isValid(part, { id: 1 }, root)).toBe(false)
    expect(validator.isValid(part, { id: 'a' }, root)).toBe(true)
  })
})
