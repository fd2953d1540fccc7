import { expect, it } from 'vitest'
import type { Definition } from '../workflow/definition.ts'
import { schemaOfShown } from './schema-of-shown.ts'

const home = { type: 'object', properties: { city: { title: 'Town' } } }
const startData = { type: 'object', properties: { home } }
const values = ['start', ' start.home ', 'start.home.city', 'start.none', 'steps.a.output', '1']
const show = [...values.map(($) => ({ value: { $ } })), { value: 'text' }]
const definition = {
  startData,
  steps: [{ id: 'look', type: 'screen', config: { show } }],
  settings: {},
} as unknown as Definition

it('finds what the start form says about a shown value, and nothing for other values', () => {
  const found = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => schemaOfShown(definition, 'look', index))
  expect(found.slice(0, 3)).toEqual([startData, home, { title: 'Town' }])
  expect(found.slice(3)).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(schemaOfShown(definition, 'other', 0)).toBeUndefined()
})
