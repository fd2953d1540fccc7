import { expect, it, vi } from 'vitest'
import { asideEntries } from './aside-entries.ts'
import type { Aside, AsideMark } from './aside.ts'

const asideWith = (mark?: AsideMark): Aside => ({
  marks: new Map(mark ? [['mail', mark]] : []),
  toggleDisabled: vi.fn<() => void>(),
  togglePin: vi.fn<() => void>(),
  edit: vi.fn<() => void>(),
})
const titles = (mark?: AsideMark) => asideEntries(asideWith(mark), 'mail').map(({ title }) => title)

it('offers what is not so already', () => {
  expect(titles()).toEqual([
    'Pin the answer for tries',
    'Edit the answer and pin it…',
    'Disable in tries',
  ])
  expect(titles('pinned')[0]).toBe('Unpin the answer')
  expect(titles('disabled')[2]).toBe('Enable in tries')
})
