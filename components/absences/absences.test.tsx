import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { AbsencesView, AbsenceView } from '#lib/contracts/organization/absences'
import { absenceApi } from './absence-api.ts'
import { doneWords, passingWords } from './absence-words.ts'
import { Absences } from './absences.tsx'
import { AwayBanner } from './away-banner.tsx'

const ana = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const ben = { userId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c002', name: 'Ben' }
const absence: AbsenceView = {
  id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003',
  firstDay: '2026-11-23',
  lastDay: '2026-11-30',
  state: 'now',
  note: 'On leave.',
  delegate: { ...ben, away: null },
  heldCases: 'pass',
  begunAt: '2026-11-23T05:00:00Z',
  passed: 12,
  released: 1,
  setBy: 'Olga',
  revision: 1,
}
const none: AbsencesView = {
  userId: ana,
  items: [],
  timeZone: 'America/New_York',
  today: '2026-11-23',
  openCases: 0,
  passable: null,
  standsInFor: [],
}

/** The text of a page on which this has been read. */
function drawn(page: ReactNode, view: AbsencesView, memberId?: string): string {
  const client = new QueryClient()
  client.setQueryData(absenceApi(memberId).read().queryKey, view)
  const html = renderToStaticMarkup(
    <QueryClientProvider client={client}>{page}</QueryClientProvider>,
  )
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

it('shows an absence, who stands in, and what became of the open cases', () => {
  const page = drawn(<Absences name="You" canChoose />, { ...none, items: [absence] })
  expect(page).toContain('Nov 23, 2026 – Nov 30, 2026 Now')
  expect(page).toContain('Ben stands in.')
  expect(page).toContain('12 open cases went to Ben; 1 open case went back to their groups.')
  expect(page).toContain('I’m back')
})

it('shows one to come of a member, and that who stands in is away, too', () => {
  const away = { firstDay: '2026-12-02', lastDay: '2026-12-02' }
  const later: AbsenceView = {
    ...absence,
    state: 'coming',
    begunAt: null,
    delegate: { ...ben, away },
  }
  const page = drawn(
    <Absences memberId={ana} name="Ana" canChoose />,
    { ...none, items: [later] },
    ana,
  )
  expect(page).toContain('While Ana is away')
  expect(page).toContain('Ben is away Dec 2, 2026, too.')
  expect(page).toContain('Open cases go to Ben when it begins.')
  expect(page).toContain('Cancel it')
  expect(page).not.toContain('I’m back')
})

it('says that nothing is entered, and for whom one stands in', () => {
  const days = { firstDay: '2026-11-22', lastDay: '2026-11-25' }
  const standsInFor = [{ userId: ana, name: 'Ana', note: null, ...days }]
  const page = drawn(<Absences name="You" canChoose />, { ...none, standsInFor })
  expect(page).toContain('No absence is entered.')
  expect(page).toContain('Ana, Nov 22, 2026 – Nov 25, 2026')
  expect(drawn(<AwayBanner />, { ...none, standsInFor })).toContain(
    'You stand in for Ana (until Nov 25, 2026).',
  )
})

it('leads back from the inbox, and is silent otherwise', () => {
  const page = drawn(<AwayBanner />, { ...none, items: [absence] })
  expect(page).toContain('You are away until Nov 30, 2026. Ben gets what comes for you. I’m back')
  expect(drawn(<AwayBanner />, none).trim()).toBe('')
  const days = { firstDay: '2026-11-24', lastDay: '2026-11-25' }
  const later = [{ userId: ana, name: 'Ana', note: null, ...days }]
  expect(drawn(<AwayBanner />, { ...none, standsInFor: later }).trim()).toBe('')
})

it('says how many a delegate may do', () => {
  expect(passingWords(12, 12, 'Ben')).toBe('Pass 12 open cases to Ben')
  expect(passingWords(12, 11, 'Ben')).toBe(
    'Pass 11 open cases of 12 to Ben; 1 that they may not do goes back to the group',
  )
  expect(doneWords({ ...absence, passed: 0, released: 0 })).toBe('There were no open cases.')
  expect(doneWords({ ...absence, heldCases: 'keep' })).toBe('Open cases stayed as they were.')
})
