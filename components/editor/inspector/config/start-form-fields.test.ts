import { expect, it } from 'vitest'
import { withStartForm } from './start-form-fields.ts'

const drawn = {
  schema: {
    type: 'object',
    properties: { workflow: { type: 'string' }, startData: { title: 'Start data' } },
  },
  uiSchema: { startData: { 'ui:widget': 'json' } },
}

it('draws the start form of the workflow that a step runs, without its defaults', () => {
  const { schema, uiSchema } = withStartForm(drawn, {
    type: 'object',
    required: ['patientName'],
    $defs: { code: { type: 'string' } },
    properties: {
      patientName: { type: 'string', default: 'Nobody', description: 'As on the card' },
      notes: { type: 'string', title: 'Notes', 'x-formFieldType': 'long-text' },
      visits: { type: 'array', title: 'Visits', items: { $ref: '#/$defs/code' } },
    },
  })
  expect(schema).toMatchObject({
    $defs: { code: { type: 'string' } },
    properties: {
      workflow: { type: 'string' },
      startData: { title: 'Start data', type: 'object', required: ['patientName'] },
    },
  })
  const { startData } = schema['properties'] as { startData: { properties: object } }
  expect(startData.properties).toEqual({
    patientName: { type: 'string', title: 'Patient name', description: 'As on the card' },
    notes: { type: 'string', title: 'Notes', 'x-formFieldType': 'long-text' },
    // As a whole from an earlier step; its parts are never drawn.
    visits: { title: 'Visits' },
  })
  expect(uiSchema['startData']).toEqual({
    patientName: {},
    notes: { 'ui:widget': 'textarea' },
    visits: { 'ui:widget': 'expression' },
    'ui:options': { expandable: false },
  })
})

it.each([undefined, { type: 'object' }, { type: 'object', properties: {} }])(
  'leaves JSON where the form is %j',
  (form) => expect(withStartForm(drawn, form)).toBe(drawn),
)
