import { expect, it, test } from 'vitest'
import type { WorkingTime } from '../calendar/working-time.ts'
import { weekdayOf } from '../calendar/zoned-time.ts'
import type { Deadlines } from './deadlines.ts'
import { planAnew, planDeadlines } from './plan.ts'

/** Monday to Friday, 9 to 17 by the clock of UTC. */
const office: WorkingTime = {
  timeZone: 'UTC',
  shiftsOn: (date) => ([0, 6].includes(weekdayOf(date)) ? [] : [{ from: 540, to: 1020 }]),
}
const friday = new Date('2026-11-20T15:00:00Z')

const plan = (deadlines: Partial<Deadlines>, openedAt = friday) =>
  planDeadlines({ reminders: [], escalations: [], ...deadlines }, openedAt, office)
const iso = (day: string, time: string): string => `2026-11-${day}T${time}:00.000Z`

test.each<[NonNullable<Deadlines['due']>, string]>([
  [{ workingDays: 2 }, iso('24', '15:00')],
  [{ workingDays: 1, at: '16:30' }, iso('23', '16:30')],
  [{ workingHours: 3 }, iso('23', '10:00')],
  [{ until: '2026-12-01T09:00:00+01:00' }, '2026-12-01T08:00:00.000Z'],
])('%j from Friday 15:00 is %s', (due, at) => expect(plan({ due }).dueAt?.toISOString()).toBe(at))

it('plans reminders and escalations in the order of their instants', () => {
  const { actions } = plan({
    due: { workingDays: 2 },
    reminders: [
      { when: 'after-due', workingDays: 1, at: '08:00', to: 'group' },
      { when: 'before-due', workingHours: 4, to: 'assignee' },
    ],
    escalations: [
      { when: 'unassigned', workingHours: 1, do: 'priority', priority: 9 },
      { when: 'after-due', workingDays: 0, do: 'assign', person: 'ana@example.com' },
      { when: 'after-opening', workingHours: 16, do: 'return' },
      { when: 'after-due', workingHours: 2, do: 'start', workflow: 'call' },
    ],
  })
  expect(actions).toEqual([
    {
      at: iso('20', '16:00'),
      do: 'priority',
      priority: 9,
      when: 'unassigned',
      length: { workingHours: 1 },
    },
    {
      at: iso('24', '11:00'),
      do: 'remind',
      to: 'assignee',
      when: 'before-due',
      length: { workingHours: 4 },
    },
    {
      at: iso('24', '15:00'),
      do: 'assign',
      person: 'ana@example.com',
      when: 'after-due',
      length: { workingDays: 0 },
    },
    {
      at: iso('24', '15:00'),
      do: 'return',
      when: 'after-opening',
      length: { workingHours: 16 },
    },
    {
      at: iso('24', '17:00'),
      do: 'start',
      workflow: 'call',
      startData: {},
      when: 'after-due',
      length: { workingHours: 2 },
    },
    {
      at: iso('25', '08:00'),
      do: 'remind',
      to: 'group',
      when: 'after-due',
      length: { workingDays: 1, at: '08:00' },
    },
  ])
})

it('leaves out what cannot be: a reminder before the opening, and what needs a due date', () => {
  const reminders = [{ when: 'before-due' as const, workingHours: 4, to: 'assignee' as const }]
  expect(plan({ due: { workingHours: 3 }, reminders }).actions).toEqual([])
  expect(plan({ reminders }).actions).toEqual([])
})

it('plans anew what counts from a due date that a person changed', () => {
  const { actions } = plan({
    due: { workingDays: 2 },
    reminders: [{ when: 'before-due', workingHours: 4, to: 'assignee' }],
    escalations: [
      { when: 'after-due', workingHours: 1, do: 'return' },
      { when: 'after-opening', workingHours: 1, do: 'return' },
    ],
  })
  const now = new Date(iso('23', '10:00'))
  const anew = (dueAt: string | undefined) =>
    planAnew(actions, { dueAt: dueAt ? new Date(dueAt) : undefined, now }, office).map(
      ({ at, when }) => `${when} ${at}`,
    )
  const opened = `after-opening ${iso('20', '16:00')}`
  expect(anew(iso('26', '12:00'))).toEqual([
    opened,
    `before-due ${iso('25', '16:00')}`,
    `after-due ${iso('26', '13:00')}`,
  ])
  // So soon that the reminder would have been yesterday.
  expect(anew(iso('23', '11:00'))).toEqual([opened, `after-due ${iso('23', '12:00')}`])
  expect(anew(undefined)).toEqual([opened])
})
