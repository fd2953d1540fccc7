import { expect, it } from 'vitest'
import { branchLabel } from './branch-label.ts'

it.each([
  ['condition', undefined, 'true', 'Yes'],
  ['condition', { true: 'Approved' }, 'true', 'Approved'],
  ['condition', { true: 'Approved' }, 'false', 'No'],
  ['switch', undefined, 'default', 'Otherwise'],
  ['switch', undefined, 'true', 'true'],
  ['switch', undefined, 'constructor', 'constructor'],
  ['for-each', undefined, 'done', 'done'],
  ['constructor', undefined, 'name', 'name'],
])('a %s with the labels %j calls its branch %s “%s”', (type, branchLabels, via, words) =>
  expect(branchLabel({ type, branchLabels }, via)).toBe(words),
)

it('a step that is gone has the names of its branches', () =>
  expect(branchLabel(undefined, 'true')).toBe('true'))
