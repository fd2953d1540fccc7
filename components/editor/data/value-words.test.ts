import { expect, it } from 'vitest'
import { inWords } from './value-words.ts'

const file = (fileName: string) => ({ id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001', fileName })

it.each([
  ['an empty list', [], '0 items'],
  ['one entry', ['CT'], '1 item: CT'],
  ['plain entries', ['CT', 'MRI', 3, 'X-ray'], '4 items: CT, MRI, 3, …'],
  ['rows', [{ a: 1 }, { a: 2 }, { a: 3 }], '3 items'],
  ['rows and text', [{ a: 1 }, 'b'], '2 items'],
  ['files', [file('scan.pdf'), file('letter.pdf')], '2 items: scan.pdf, letter.pdf'],
  ['a file', file('scan.pdf'), 'scan.pdf'],
  ['fields', { a: 1, b: 2 }, '2 fields'],
  ['null', null, 'empty'],
  ['nothing', undefined, 'not filled in'],
  ['no', false, 'no'],
  ['a number', 0, '0'],
  ['a text', 'Ada\nLovelace', 'Ada Lovelace'],
])('%s is said in words', (_, value, words) => expect(inWords(value)).toBe(words))

it('a list of long texts stays short', () =>
  expect(inWords(['a'.repeat(500), 'b'.repeat(500)]).length).toBeLessThanOrEqual(181))
