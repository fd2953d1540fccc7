import { expect, it } from 'vitest'
import { executionOf } from '#test/suites/step-suite'
import { stepTypes } from './registry.ts'

/** Executes a screen whose form is this schema, as if an expression had made it. */
async function open(schema: object) {
  const type = stepTypes.get('screen')
  if (!type) throw new Error('there is no screen')
  return await type.execute(executionOf(type, type.config.parse({ title: 'Review', schema })))
}

it('waits for what a person fills in', async () => {
  const schema = { type: 'object', properties: { note: { type: 'string' } } }
  expect(await open(schema)).toMatchObject({ kind: 'suspended' })
})

it.each([
  ['no JSON Schema', { type: 'object', properties: 'none' }],
  ['a reference to nothing', { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } }],
  ['a pattern that cannot be bounded', { type: 'object', properties: { a: { pattern: '(?=a)' } } }],
])('fails for good when its form is %s', async (_what, schema) => {
  await expect(open(schema)).rejects.toMatchObject({
    name: 'PermanentStepError',
    code: 'config_invalid',
    details: { path: expect.stringContaining('config.schema') as string },
  })
})
