import { expect, it } from 'vitest'
import { entryTitle } from './entry-title.ts'

const schema = {
  properties: {
    kind: { oneOf: [{ const: 'a', title: 'Allergy' }] },
    name: { type: 'string' },
    dose: { type: 'number' },
  },
}

it.each<[string | undefined, unknown, string]>([
  [undefined, { name: 'Aspirin', dose: 2 }, 'Aspirin'],
  [undefined, { kind: 'a', name: 'Nuts' }, 'Allergy'],
  ['{name}: {dose} mg', { name: 'Aspirin', dose: 2 }, 'Aspirin: 2 mg'],
  ['{kind} – {name}', { kind: 'a' }, 'Allergy –'],
  ['{name}, {dose}', {}, ''],
  [undefined, {}, ''],
  [undefined, undefined, ''],
])('by the template %s, %j is called “%s”', (template, entry, title) => {
  expect(entryTitle(schema, template, entry)).toBe(title)
})
