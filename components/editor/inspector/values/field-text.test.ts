import { describe, expect, it } from 'vitest'
import { documentOfValue, valueOfDocument } from './field-text.ts'
import { pillText } from './pill-document.ts'

const name = pillText({ path: 'start.name' })
const prose = { prose: true }
const address = { prose: false }

describe('a field of text', () => {
  it.each([
    ['a fixed text', 'Hello', 'Hello'],
    ['nothing', undefined, ''],
    ['a value', { $: 'start.name' }, name],
    ['a text with a value', { $: '"Dear " & start.name' }, `Dear ${name}`],
    ['a guarded value', { $: '$text(start.name)' }, name],
    ['code', { $: '$uppercase(start.name)' }, undefined],
    ['a text with our own characters', '\uE000', undefined],
  ])('shows %s', (_, value, text) => expect(documentOfValue(value)).toBe(text))

  it.each([
    ['a fixed text stays one', 'Hello', prose, 'Hello'],
    ['an empty one is empty', '', { ...prose, empty: undefined }, undefined],
    ['null prints nothing', `Dear ${name}`, prose, { $: '"Dear " & $text(start.name)' }],
    ['a value alone is text', name, prose, { $: '$text(start.name)' }],
    [
      'an address alone is its value, so that an empty one is missing',
      name,
      address,
      {
        $: 'start.name',
      },
    ],
  ])('%s', (_, text, kind, value) => expect(valueOfDocument(text, kind)).toEqual(value))
})
