import { expect, it } from 'vitest'
import { describeData } from './describe-data.ts'

it('says what was typed, under the titles of the fields', () => {
  const schema = {
    properties: {
      note: { type: 'string', title: 'Your note' },
      address: { type: 'object', properties: { zip: { title: 'ZIP code' } } },
      drugs: { type: 'array', items: { properties: { name: { title: 'Drug' } } } },
    },
  }
  const data = {
    note: 'first line\nsecond line',
    isUrgent: true,
    empty: '',
    none: null,
    codes: ['G20', 'I10'],
    address: { zip: '02139' },
    drugs: [{ name: 'Levodopa' }],
  }
  expect(describeData(data, schema)).toBe(
    [
      'Your note: first line',
      'second line',
      'Is urgent: Yes',
      'Codes: G20, I10',
      'Address:',
      '  ZIP code: 02139',
      'Drugs:',
      '  1:',
      '    Drug: Levodopa',
    ].join('\n'),
  )
})

it('says the names of files, and nothing of what is empty', () => {
  const files = [{ id: '01a20000-0000-7000-8000-000000000001', fileName: 'mri.dcm' }]
  expect(describeData({ documents: files })).toBe('Documents: mri.dcm')
  expect(describeData({})).toBe('')
})
