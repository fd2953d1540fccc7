import { expect, test } from 'vitest'
import type { ApprovalState } from '#lib/contracts/workflows/approvals'
import { subjectWords } from '#lib/domain/access/explain'
import { mustApprove } from './approval-words.ts'

test('one of those whom the rule names must approve, not all of them', () => {
  const names = new Map([
    ['p', 'Bea'],
    ['g', 'Release'],
    ['builder', 'Builder'],
  ])
  const subjects = [{ person: 'p' }, { group: 'g' }, { role: 'builder' }]
  const approvers = subjects.map((subject) => subjectWords(subject, names))
  expect(mustApprove({ approvers } as ApprovalState)).toContain(
    'Bea, one of the group Release, somebody with the role Builder or an owner must approve this',
  )
})
