import { expect, it } from 'vitest'
import type { Definition } from '../workflow/definition.ts'
import { inAuthorsOrder } from './author-order.ts'

const definition = {
  startData: {
    type: 'object',
    properties: {
      patient: { type: 'string' },
      emrPatientId: { type: 'string' },
      visits: {
        type: 'array',
        items: { type: 'object', properties: { day: { type: 'string' }, at: { type: 'string' } } },
      },
      urgency: { type: 'string' },
    },
  },
  steps: [
    { id: 'make', type: 'transform', config: { value: { zip: 1, area: 2 } } },
    {
      id: 'look',
      type: 'screen',
      config: {
        show: [
          { label: 'All', value: { $: 'start' } },
          { label: 'Some', value: { urgency: { $: 'start.urgency' }, patient: '' } },
          { label: 'Made', value: { $: '{ "plan": start.plan, code: start.code }' } },
          { label: 'Answer', value: { $: 'steps.make.output' } },
        ],
      },
    },
  ],
  settings: {},
} as unknown as Definition

/** The names of a value as a person sees them, outer ones first. */
const shown = (value: unknown, index: number) =>
  JSON.stringify(inAuthorsOrder(value, { definition, stepId: 'look', index }))

it('shows start data in the order of the form, also within its lists', () => {
  const stored = { visits: [{ at: 1, day: 2 }], patient: 3, urgency: 4, emrPatientId: 5 }
  expect(shown(stored, 0)).toBe(
    '{"patient":3,"emrPatientId":5,"visits":[{"day":2,"at":1}],"urgency":4}',
  )
})

it('shows what a screen puts together in the order in which it does', () => {
  expect(shown({ patient: 1, urgency: 2 }, 1)).toBe('{"urgency":2,"patient":1}')
  expect(shown({ code: 1, plan: 2 }, 2)).toBe('{"plan":2,"code":1}')
})

it('shows what a step made in its order, and unknown names after the known ones', () => {
  expect(shown({ b: 1, a: 2, area: 3, zip: 4 }, 3)).toBe('{"zip":4,"area":3,"b":1,"a":2}')
  expect(shown('text', 0)).toBe('"text"')
  expect(shown(null, 0)).toBe('null')
})
