import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { pathOf } from '#lib/domain/expressions/written/path'
import type { CompletionItem } from '../../../code/code-help.ts'
import { fitOf, readReference, writeReference } from './reference.ts'

describe('a setting that is not a text', () => {
  it.each([
    ['a list', { $: 'start.rows' }, 'start.rows'],
    ['a name with a space', { $: 'steps.read.output.`Paid on`' }, 'steps.read.output.`Paid on`'],
    ['an entry of a list', { $: 'start.rows[2].file' }, 'start.rows[2].file'],
    ['an item of a loop', { $: ' item ' }, 'item'],
    ['nothing yet', { $: '' }, ''],
    ['a mapped list', { $: 'start.rows[]' }, undefined],
    ['a filtered list', { $: 'start.rows[paid]' }, undefined],
    ['a function', { $: '$count(start.rows)' }, undefined],
    ['a comment', { $: 'start.rows /* all */' }, undefined],
    ['a literal', { $: '[1, 2]' }, undefined],
    ['code that is not finished', { $: 'start.' }, undefined],
    ['a fixed list', ['start.rows'], undefined],
    ['no value', undefined, undefined],
  ])('shows %s', (_, value, path) => expect(readReference(value)).toBe(path))

  test('every value that is chosen is read back', () => {
    const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('`'))
    const place = fc.tuple(name, fc.array(fc.oneof(name, fc.nat(20)), { maxLength: 5 }))
    fc.assert(
      fc.property(place, ([root, rest]) => {
        const path = pathOf([root, ...rest])
        expect(readReference(JSON.parse(JSON.stringify(writeReference(path))))).toBe(path)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the values that fit a field', () => {
  const item = (detail: string): CompletionItem => ({ path: 'start.x', detail })

  it.each([
    ['array', 'list', 'fits'],
    ['array', 'text', 'not'],
    ['array', 'list or text', 'fits'],
    ['array', '', 'may'],
    ['array', 'item', 'may'],
    ['object', 'output', 'fits'],
    ['object', 'start data', 'fits'],
    ['integer', 'number', 'fits'],
    ['number', 'yes or no', 'not'],
    ['string', 'choice', 'fits'],
    ['string', 'time', 'fits'],
    [['array', 'null'], 'list', 'fits'],
    [undefined, 'text', 'fits'],
  ])('to a field of %s a %s %s', (type, detail, fit) => expect(fitOf(type, item(detail))).toBe(fit))
})
