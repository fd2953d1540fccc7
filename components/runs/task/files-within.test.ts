import { expect, it } from 'vitest'
import { filesWithin } from './files-within.ts'

const id = (digit: number) => `01a20729-6768-714e-b0bc-b553f218057${digit}`

it('finds files at any depth, each once, and nothing that only looks like one', () => {
  const letter = { id: id(1), fileName: 'letter.pdf' }
  const scan = { id: id(2), fileName: 'scan.pdf' }
  const value = {
    file: letter,
    rows: [{ files: [scan, letter] }],
    more: [{ id: 'EMR-1001', fileName: 'no file' }, { id: id(3), name: 'a patient' }, null, 'text'],
  }
  expect(filesWithin(value)).toEqual([letter, scan])
  expect(filesWithin(null)).toEqual([])
})

it('ends at the fiftieth, and in values that are nested without end', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    id: `01a20729-6768-714e-b0bc-${String(index).padStart(12, '0')}`,
    fileName: `${index}.pdf`,
  }))
  expect(filesWithin(many)).toHaveLength(50)
  const round: Record<string, unknown> = {}
  round['again'] = round
  expect(filesWithin(round)).toEqual([])
})
