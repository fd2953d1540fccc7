import type { UiSchema } from '@rjsf/utils'
import { expect, it } from 'vitest'
import { stepTypeInfos } from '#lib/steps/registry'
import { uiHints, withChoiceNames } from './ui-hints.ts'

type Schema = Record<string, unknown>

/** The choices of a schema, each with its hint. */
function choicesOf(schema: Schema, hints: UiSchema, path = ''): [string, Schema, UiSchema][] {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>)
  return properties.flatMap(([name, property]) => {
    const hint = (hints[name] ?? {}) as UiSchema
    const items = (property['items'] ?? {}) as Schema
    const own: [string, Schema, UiSchema][] = Array.isArray(property['enumNames'])
      ? [[path + name, property, hint]]
      : []
    return [
      ...own,
      ...choicesOf(property, hint, `${path}${name}.`),
      ...choicesOf(items, (hint['items'] ?? {}) as UiSchema, `${path}${name}.items.`),
    ]
  })
}

it('every choice of a step is shown by its words', () => {
  const all = stepTypeInfos().flatMap(({ type, configSchema, uiSchema }) =>
    choicesOf(configSchema, withChoiceNames(configSchema, uiHints(uiSchema)), `${type}.`),
  )
  expect(all.map(([path]) => path)).toContain('read-csv.as')
  for (const [path, { enumNames }, hint] of all)
    expect([path, hint['ui:enumNames']]).toEqual([path, enumNames])
})

it('keeps the other hints of a field', () => {
  const schema = { properties: { as: { enum: ['list'], enumNames: ['A list'] }, name: {} } }
  const hints = { as: { 'ui:widget': 'select' }, name: { 'ui:widget': 'textarea' } }
  expect(withChoiceNames(schema, hints)).toEqual({
    as: { 'ui:widget': 'select', 'ui:enumNames': ['A list'] },
    name: { 'ui:widget': 'textarea' },
  })
})
