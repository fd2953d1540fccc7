import { describe, expect, it } from 'vitest'
import { dataChanges, newestTaking } from './data-changes.ts'
import type { TemplateField } from './template.ts'

const field = (name: string, more: Partial<TemplateField> = {}): TemplateField => ({
  name,
  type: 'text',
  optional: false,
  where: 'in the text',
  ...more,
})
const html = (...fields: TemplateField[]) => ({ fields, format: 'html' as const })
const messages = (before: TemplateField[], after: TemplateField[]): string[] =>
  dataChanges(html(...before), html(...after)).map(({ message }) => message)
const column = (name: string, more: object = {}) => ({
  name,
  type: 'text' as const,
  optional: false,
  ...more,
})
const rows = (...columns: TemplateField['columns'] & object) =>
  field('rows', { type: 'rows', columns })
const choice = (options: string[], more: object = {}) =>
  field('plan', { type: 'choice', options, ...more })

describe('another version takes the same data', () => {
  it.each<[string, TemplateField[], TemplateField[]]>([
    ['with the same placeholders', [field('a')], [field('a', { where: 'in the header' })]],
    ['with one less', [field('a'), field('b')], [field('a')]],
    [
      'with one more that may be left out',
      [field('a')],
      [field('a'), field('b', { optional: true })],
    ],
    ['where one may be left out now', [field('a')], [field('a', { optional: true })]],
    ['where a choice became a text', [choice(['x'])], [field('plan')]],
    ['where a choice has more options', [choice(['x'])], [choice(['x', 'y'])]],
    ['where a text may be longer', [field('a', { maxLength: 5 })], [field('a', { maxLength: 9 })]],
    ['where rows have a column less', [rows(column('x'), column('y'))], [rows(column('x'))]],
  ])('%s', (_what, before, after) => expect(messages(before, after)).toEqual([]))
})

describe('another version takes other data', () => {
  it.each<[TemplateField[], TemplateField[], string]>([
    [[], [field('a')], '“a” is new and needed.'],
    [
      [field('a', { optional: true })],
      [field('a')],
      '“a” could be left out before and is needed now.',
    ],
    [[field('a')], [field('a', { type: 'rows' })], '“a” was a text and is a list of rows now.'],
    [[field('plan')], [choice(['x'])], '“plan” was a text and is a choice now.'],
    [[choice(['x', 'y'])], [choice(['y'])], '“plan” has no option “x” now.'],
    [
      [choice(['x'], { multiple: true })],
      [choice(['x'])],
      '“plan” took several options and takes one now.',
    ],
    [[field('a')], [field('a', { maxLength: 9 })], '“a” takes at most 9 characters now.'],
    [[rows(column('x'))], [rows(column('x'), column('y'))], '“y of rows” is new and needed.'],
    [
      [rows(column('x'))],
      [rows(column('x', { type: 'picture' }))],
      '“x of rows” was a text and is a picture now.',
    ],
    // The letter may have it under another name, and would be sent without it.
    [[field('a')], [field('b', { optional: true })], '“b” is new, and “a” is gone.'],
  ])('%#', (before, after, message) => expect(messages(before, after)).toEqual([message]))

  it('when it is written in another way', () =>
    expect(dataChanges(html(), { fields: [], format: 'docx' })).toEqual([
      { field: null, message: 'It was HTML and is a Word document now.' },
    ]))
})

it('goes on from a base to the newest that takes the same', () => {
  const version = (number: number, ...names: string[]) => ({
    number,
    ...html(...names.map((name) => field(name))),
  })
  const all = [version(1), version(2, 'a'), version(3, 'a', 'b'), version(4, 'a'), version(5, 'c')]
  const from = (base: number) => newestTaking(all[base - 1] ?? version(0), all).number
  expect([1, 2, 3, 4, 5].map(from)).toEqual([1, 4, 4, 4, 5])
})
