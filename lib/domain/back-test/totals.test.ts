import { expect, it } from 'vitest'
import type { Difference } from './difference.ts'
import { addResult, noTotals, resultOf } from './totals.ts'

const difference = (kind: Difference['kind'], stepId: string): Difference => ({
  kind,
  stepId,
  items: [],
  effect: 'pure',
  fields: [],
})
const resultWith = (differences: Difference[]) =>
  resultOf('run', 'completed', { status: 'completed', differences, unknown: [] })

it('a slower step makes no run different, and is the cause of nothing', () => {
  const slower = difference('slower', 'sum')
  expect(resultWith([slower])).toMatchObject({ verdict: 'same', differences: [slower] })
  const both = resultWith([slower, difference('branch', 'choose')])
  expect(both.verdict).toBe('different')
  expect(both.differences.map(({ kind }) => kind)).toEqual(['branch', 'slower'])
  const totals = [resultWith([slower]), both].reduce(addResult, noTotals)
  expect(totals).toMatchObject({ same: 1, different: 1 })
  expect(totals.groups).toMatchObject([
    { kind: 'slower', runs: 2, first: 0 },
    { kind: 'branch', runs: 1, first: 1 },
  ])
})
