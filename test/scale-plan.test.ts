import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makePlan, mostUse, tablesOf } from '../bench/support/scale/plan.ts'
import { simulateDay, type RunCost } from '../bench/support/scale/simulate.ts'

const plan = makePlan()

test('docs/scale.md has the tables of the plan', () => {
  const withoutSpaces = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---')
  const document = withoutSpaces(readFileSync('docs/scale.md', 'utf8'))
  for (const table of tablesOf(plan)) expect(document).toContain(withoutSpaces(table))
})

test('the cells hold a billion runs a month, and a failover is over within two minutes', () => {
  expect(plan.runsADay * 22 * plan.cells).toBeCloseTo(1_000_000_000, -1)
  const { ordinary, failover, batch } = plan.days
  for (const use of Object.values(ordinary.use)) expect(use).toBeLessThan(mostUse)
  expect(ordinary.waitP99).toBeLessThan(1)
  expect(failover.backlogSeconds).toBeLessThan(120)
  expect(batch.backlogSeconds).toBeLessThan(600)
})

const cost: RunCost = {
  webMs: 1,
  workerMs: 1,
  postgresMs: 10,
  commits: 1,
  walKb: 1,
  keptKb: 1024,
}
const cell = { webCores: 1, workerCores: 1, postgresCores: 1, walMb: 100 }
const day = { runs: 1_000_000, mix: { only: 1 } }

test('the model knows when a part is not enough', () => {
  // 28 runs a second at the busiest hour, of 10 ms each: a quarter of one core; ten times as much
  // is more than it has.
  const calm = simulateDay({ only: cost }, cell, day)
  expect(calm.use.postgres).toBeCloseTo(calm.peak / 100, 5)
  expect(calm.backlogSeconds).toBeLessThan(60)
  const much = simulateDay({ only: cost }, cell, { ...day, runs: 10_000_000 })
  expect(much.use.postgres).toBeGreaterThan(1)
  expect(much.backlogSeconds).toBeGreaterThan(3600)
  expect(much.waitP99).toBeGreaterThan(600)
})

test('what comes while the primary is away is worked off, and nothing of it is lost', () => {
  const calm = simulateDay({ only: cost }, cell, day)
  const lost = simulateDay({ only: cost }, cell, { ...day, failoverSeconds: 60 })
  // It is worked off by what is left of the core: 60 s ÷ (1 − use).
  expect(lost.backlogSeconds).toBeGreaterThan(60)
  expect(lost.backlogSeconds).toBeLessThan((60 / (1 - calm.use.postgres)) * 1.2)
  expect(lost.keptGb).toBe(calm.keptGb)
  expect(calm.keptGb).toBeCloseTo(day.runs / 1024, -2)
})

test('a mix of kinds that were not measured is refused', () => {
  expect(() => simulateDay({ only: cost }, cell, { ...day, mix: { other: 1 } })).toThrow(
    'The mix names other, which was not measured.',
  )
})
