import { expect, it } from 'vitest'
import type { RoleView } from '#lib/contracts/organization/access'
import { changedMeanwhile } from './changed-meanwhile.ts'

const role: RoleView = {
  slug: 'desk',
  name: 'Desk',
  description: '',
  builtIn: false,
  permissions: ['workflows:read', 'runs:start'],
  members: 2,
  revision: 1,
  changedBy: null,
}

it('says what somebody else changed', () => {
  const now = { ...role, name: 'Front desk', permissions: ['workflows:read', 'runs:read'] }
  expect(changedMeanwhile(role, now)).toEqual([
    'New name: “Front desk”.',
    'Given: “Read runs”.',
    'Taken away: “Start runs”.',
  ])
})

it('says nothing of what is the same', () => {
  expect(changedMeanwhile(role, { ...role, revision: 2, members: 3 })).toEqual([])
})
