import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { toCsv } from '#components/data/to-csv'
import type { Workload } from '#lib/contracts/runs/workload'
import { DoneFigures, DonePerDay } from './done-work.tsx'
import { AgeTable, GroupTable, PeopleTable } from './open-tables.tsx'
import { workloadFields, workloadRows } from './workload-csv.ts'

const ana = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const counts = { open: 1200, overdue: 2, dueToday: 0, oldestAt: '2026-11-20T10:00:00.000Z' }
const unknown = { known: 0, medianSeconds: null, p90Seconds: null }
const work: Workload = {
  timeZone: 'America/New_York',
  today: '2026-11-23',
  total: counts,
  people: [
    {
      person: { userId: ana, name: 'Ana' },
      away: { until: '2026-11-30', delegate: 'Ben' },
      ...counts,
    },
    { person: null, away: null, ...counts, open: 3, overdue: 0 },
  ],
  groups: [{ groupId: 'g1', name: '=Intake', unclaimed: 4, ...counts }],
  ages: [
    { from: 0, to: 1, openedFrom: '2026-11-20T10:00:00.000Z', openedBefore: null, count: 0 },
    { from: 10, to: null, openedFrom: null, openedBefore: '2026-11-09T10:00:00.000Z', count: 7 },
  ],
  done: {
    days: [
      { day: '2026-11-22', completed: 0 },
      { day: '2026-11-23', completed: 5 },
    ],
    completed: 5,
    untilClaimed: { known: 4, medianSeconds: 5400, p90Seconds: 9720 },
    untilCompleted: { known: 5, medianSeconds: 36_000, p90Seconds: 72_000 },
    withDueDate: 3,
    onTime: 2,
  },
}

const html = (page: React.ReactNode): string =>
  renderToStaticMarkup(<QueryClientProvider client={new QueryClient()}>{page}</QueryClientProvider>)
const textOf = (markup: string): string =>
  markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')

it('leads from each number to what it counts', () => {
  const people = html(
    <PeopleTable people={work.people} filters={{ workflow: 'intake' }} onGive={() => undefined} />,
  )
  expect(people).toContain(`href="/inbox?workflow=intake&amp;assignee=${ana}&amp;due=overdue"`)
  expect(people).toContain('href="/inbox?workflow=intake&amp;assignee=nobody"')
  // None is no link.
  expect(people).not.toContain('due=today')
  expect(textOf(people)).toContain('Away until Nov 30, 2026; Ben stands in')
  expect(html(<GroupTable groups={work.groups} filters={{}} />)).toContain(
    'href="/inbox?group=g1&amp;assignee=nobody"',
  )
  const ages = html(<AgeTable ages={work.ages} filters={{}} />)
  expect(ages).toContain('href="/inbox?openedBefore=2026-11-09T10%3A00%3A00.000Z"')
  expect(textOf(ages)).toContain('10 working days and more')
})

it('says how long the work took, and what is not known', () => {
  const figures = textOf(html(<DoneFigures done={work.done} />))
  expect(figures).toContain('1 h 30 min 9 of 10 within 2 h 42 min Known of 4 of 5')
  expect(figures).toContain('66 % 2 of 3 with a due date')
  const older = { ...work.done, untilClaimed: unknown, withDueDate: 0, onTime: 0 }
  expect(textOf(html(<DoneFigures done={older} />))).toContain('Unknown Known of 0 of 5')
  const nothing = { ...older, completed: 0, untilCompleted: unknown }
  const empty = textOf(html(<DoneFigures done={nothing} />))
  expect(empty).toContain('Completed in time None was due')
  expect(empty).not.toContain('Unknown')
})

it('draws the days as one image with its numbers in words', () => {
  const chart = html(<DonePerDay days={work.done.days} timeZone="America/New_York" />)
  expect(chart).toContain('Bars of the screens completed per day: 5 in 2 days.')
  expect(textOf(chart)).toContain('Days are those of America/New_York')
})

it('saves all numbers as one table, in which a name is no formula', () => {
  const csv = toCsv(workloadFields, workloadRows(work)).split('\r\n')
  expect(csv[1]).toBe('person,Ana,1200,2,0,2026-11-20T10:00:00.000Z,,2026-11-30,')
  expect(csv[3]).toBe('group,"\'=Intake",1200,2,0,2026-11-20T10:00:00.000Z,4,,')
  expect(csv.slice(4, 8)).toEqual([
    'age,Less than a working day,0,,,,,,',
    'age,10 working days and more,7,,,,,,',
    'day,2026-11-22,,,,,,,0',
    'day,2026-11-23,,,,,,,5',
  ])
})
