import { expect, it } from 'vitest'
import { planDue } from './plan-due.ts'

const at = (text: string) => new Date(`2026-06-01T${text}Z`)
const times = (dates: Date[]) => dates.map((date) => date.toISOString().slice(11, 16))
const rhythm = {
  cron: '0 * * * *',
  timeZone: 'UTC',
  daysOff: 'run' as const,
  isWorkday: () => true,
}
const hourly = { rhythm, nextAt: at('07:00:00'), missedLimit: 2 }

it('an occurrence that is due fires, whatever the policy', () => {
  for (const missedPolicy of ['skip', 'latest', 'all'] as const) {
    const { fire, missed, nextAt } = planDue({ ...hourly, missedPolicy }, at('07:00:01'))
    expect([times(fire), times(missed), nextAt]).toEqual([['07:00'], [], at('08:00:00')])
  }
})

it.each([
  ['skip', [], ['07:00', '08:00', '09:00']],
  ['latest', ['09:00'], ['07:00', '08:00']],
  ['all', ['08:00', '09:00'], ['07:00']],
] as const)('after three hours of silence, %s', (missedPolicy, fire, missed) => {
  const plan = planDue({ ...hourly, missedPolicy }, at('09:30:00'))
  expect([times(plan.fire), times(plan.missed), plan.nextAt]).toEqual([
    fire,
    missed,
    at('10:00:00'),
  ])
})

it('skip still fires the occurrence that is due now', () => {
  const plan = planDue({ ...hourly, missedPolicy: 'skip' }, at('09:00:20'))
  expect([times(plan.fire), times(plan.missed)]).toEqual([['09:00'], ['07:00', '08:00']])
})

it('a silence of a year is planned at once, and lists the last hundred', () => {
  const plan = planDue(
    {
      ...hourly,
      rhythm: { ...rhythm, cron: '* * * * *' },
      nextAt: new Date('2025-06-01T00:00:00Z'),
      missedPolicy: 'latest',
    },
    at('07:00:00'),
  )
  expect(times(plan.fire)).toEqual(['07:00'])
  expect(plan.missed).toHaveLength(99)
})
