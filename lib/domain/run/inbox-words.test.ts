import { expect, it } from 'vitest'
import { inboxFiltersSchema } from './inbox-filters.ts'
import { filterNames, filtersOfTexts } from './inbox-words.ts'

const id = '0198c0de-0000-7000-8000-00000000abcd'
const nothing = Object.fromEntries(filterNames.map((name) => [name, '']))
const texts: Record<(typeof filterNames)[number], string[]> = {
  workflow: ['referral-intake', 'x'.repeat(64), 'x'.repeat(65)],
  step: ['review', 'x'.repeat(101)],
  group: ['billing', 'x'.repeat(101)],
  assignee: ['me', 'nobody', 'others', id, 'somebody'],
  minPriority: ['10', '-5', '0', '1000001', '1.5', 'high'],
  due: ['overdue', 'today', 'week', 'none', 'never'],
  followUp: ['now', 'later', 'none', 'soon'],
  openedFrom: ['2026-11-23T10:00:00.000Z', '2026-11-23T10:00:00+02:00', '2026-11-23', 'today'],
  openedBefore: ['2026-11-23T10:00:00Z', '2026-13-23T10:00:00Z', 'T', ''],
  patient: ['EMR-1001', ' MRN 7 ', `run:${id}`, '  ', 'x'.repeat(201)],
  q: ['Ana', '  Ana ', '   ', 'x'.repeat(201)],
}

it.each(filterNames.flatMap((name) => texts[name].map((text) => ({ name, text }))))(
  'takes $name=$text from an address when the endpoint does',
  ({ name, text }) => {
    const read = filtersOfTexts({ ...nothing, [name]: text } as Record<
      (typeof filterNames)[number],
      string
    >)
    const parsed = inboxFiltersSchema.safeParse({ [name]: text })
    expect(read).toEqual(parsed.success ? parsed.data : {})
  },
)
