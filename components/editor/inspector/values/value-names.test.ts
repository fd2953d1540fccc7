import { describe, expect, it } from 'vitest'
import { comparedItems, labelOfValue, namedItems, nameOfValue, seenValue } from './value-names.ts'
import type { CompletionItem } from '../../../code/code-help.ts'
import type { Sample } from '../../model/sample.ts'

const items: CompletionItem[] = [
  { path: 'start', detail: 'start data', title: 'Everything', from: 'Start form' },
  { path: 'start.rows', detail: 'list', title: 'Rows', from: 'Start form' },
  { path: 'steps.read.output', detail: 'output', title: 'Everything', from: 'Read CSV' },
  { path: 'steps.read.output.rows', detail: 'list', title: 'Rows', from: 'Read CSV' },
  { path: 'item', detail: 'item', title: 'The item', from: 'Item of the loop' },
]

describe('the name of a value', () => {
  it.each([
    ['start.rows', 'Rows'],
    ['start', 'Start form › Everything'],
    ['steps.read.output.rows', 'Read CSV › Rows'],
    ['steps.read.output', 'Read CSV › Everything'],
    // Nobody described these: the data panel showed them.
    ['start.rows[0]', 'First of Rows'],
    ['start.rows[2].paidOn', 'Entry 3 of Rows › Paid on'],
    ['start.otherList', 'Other list'],
    ['steps.read.output.total', 'Read CSV › Total'],
    ['item.claim.lines', 'Item of the loop › Claim › Lines'],
    // A step that is gone; the problem below the field says so.
    ['steps.old_step.output.rows', 'Old step › Rows'],
    ['steps.old_step.output', 'Old step › Everything'],
    ['nobody.knows', 'nobody.knows'],
  ])('%s is called %s', (path, label) => expect(labelOfValue(items, path)).toBe(label))

  it('says where it comes from apart', () =>
    expect(nameOfValue(items, 'start.rows')).toEqual({ title: 'Rows', from: 'Start form' }))

  it('offers all that the run began with for a setting, and not for a rule', () => {
    expect(namedItems(items)).toHaveLength(5)
    expect(comparedItems(items).map(({ path }) => path)).not.toContain('start')
  })
})

describe('the value of a run', () => {
  const sample = { start: { rows: [1, 2], one: { a: 1 }, no: '' }, steps: {}, run: {} } as unknown
  it.each([
    ['start.rows', { known: true, text: '2 items' }],
    ['start.one', { known: true, text: '1 field' }],
    ['start.no', { known: true, text: 'empty' }],
    ['start.other', { known: false }],
  ])('%s is said in words', (path, seen) => expect(seenValue(sample as Sample, path)).toEqual(seen))
})
