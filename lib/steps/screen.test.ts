import { describe, expect, it } from 'vitest'
import { executionOf } from '#test/suites/step-suite'
import { stepTypes } from './registry.ts'

/** Executes a screen whose form is this schema, as if an expression had made it. */
async function open(schema: object, more: object = {}) {
  const type = stepTypes.get('screen')
  if (!type) throw new Error('there is no screen')
  const config = type.config.parse({ title: 'Review', schema, ...more })
  return await type.execute(executionOf(type, config))
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

describe('an answer to check', () => {
  const review = {
    values: { patient: 'Ada' },
    fields: [
      {
        name: 'patient',
        title: 'Patient',
        value: 'Ada',
        state: 'supported',
        problem: null,
        confidence: 1,
        places: [],
        schema: { type: 'string' },
      },
    ],
    note: null,
    files: [],
    model: null,
    prompt: 'rules/1',
    usage: { inputTokens: 0, outputTokens: 0 },
    dollars: 0,
    replaced: false,
  }
  const note = { type: 'object', properties: { note: { type: 'string' } } }

  it('brings its fields, filled in, before those of the form', async () => {
    expect(await open(note, { review, data: { note: 'as usual' } })).toMatchObject({
      suspension: {
        screen: {
          review,
          data: { patient: 'Ada', note: 'as usual' },
          uiSchema: { 'ui:order': ['patient', 'note', '*'] },
          schema: { properties: { patient: { title: 'Patient' }, note: {} } },
        },
      },
    })
  })

  it.each([null, 'text', {}])('fails for good when it is %j', async (none) => {
    await expect(open(note, { review: none })).rejects.toMatchObject({
      code: 'config_invalid',
      details: { path: 'config.review' },
    })
  })
})
