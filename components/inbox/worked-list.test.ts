import { expect, it } from 'vitest'
import { listOf } from './worked-list.ts'

it('takes the next case from the list that is shown, in its order', () => {
  const search = 'workflow=referral-intake&due=overdue&sort=due&view=any&hidden=with'
  expect(listOf(search)).toEqual({
    href: `/inbox?${search}`,
    wanted: { workflow: 'referral-intake', due: 'overdue', sort: 'due', direction: 'asc' },
  })
})

it('takes the most urgent of all where nothing is filtered or sorted', () => {
  expect(listOf('')).toEqual({ href: '/inbox', wanted: {} })
  expect(listOf('view=any').wanted).toEqual({})
})
