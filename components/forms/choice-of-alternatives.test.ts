import { createSchemaUtils, type RJSFSchema } from '@rjsf/utils'
import { expect, it } from 'vitest'
import { english } from '#lib/domain/form/texts/english'
import { drawnSchema } from './drawn-schema.ts'
import { schemaValidator } from './schema-validator.ts'

const named = (kind: string, more: object) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: kind }, ...more },
})
const text = { type: 'string' }
const pay = { oneOf: [named('card', { number: text }), named('cash', { till: text })] }

it('fills in the constant that names the chosen alternative', () => {
  const drawn = drawnSchema({ type: 'object', properties: { pay } }) as RJSFSchema
  const utils = createSchemaUtils(schemaValidator(english), drawn)
  const [nothing, card, cash] = (drawn.properties?.['pay'] as RJSFSchema).oneOf as RJSFSchema[]
  const first = utils.sanitizeDataForNewSchema(card, nothing, undefined)
  expect(first).toMatchObject({ kind: 'card' })
  expect(utils.sanitizeDataForNewSchema(cash, card, { kind: 'card' })).toMatchObject({
    kind: 'cash',
  })
})
