import { expect, it } from 'vitest'
import { exampleOf } from './example.ts'
import { plainDeadlines, readDeadlines } from './read-deadlines.ts'

const example = (config: Record<string, unknown>) =>
  exampleOf(plainDeadlines(readDeadlines(config)), [], '2026-11-23')

it('says what would happen to a screen of a Friday afternoon', () => {
  const config = {
    due: { workingDays: 2 },
    reminders: [{ when: 'before-due', workingHours: 4, to: 'assignee' }],
    escalations: [{ when: 'after-due', workingDays: 1, at: '08:00', do: 'return' }],
  }
  expect(example(config)).toBe(
    'Opened Fri 15:00 → due Tue 15:00, reminder Tue 11:00, given back Wed 08:00',
  )
})

it('leaves out what is not known before a run', () => {
  expect(example({ due: { until: { $: 'start.at' } } })).toBeUndefined()
  const reminders = [{ when: 'after-opening', workingDays: { $: 'start.days' }, to: 'group' }]
  expect(example({ due: { workingHours: 1 }, reminders })).toBe('Opened Fri 15:00 → due Fri 16:00')
})
