import { expect, it } from 'vitest'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import { givenToCode } from './code-given.ts'

const task = (stepId: string, more: Partial<RunPageTask> = {}): RunPageTask =>
  ({
    id: stepId,
    stepId,
    title: `Step ${stepId}`,
    status: 'completed',
    startedAt: '2026-11-23T10:00:00.000Z',
    finishedAt: '2026-11-23T10:00:01.000Z',
    output: { of: stepId },
    outputTruncated: false,
    ...more,
  }) as RunPageTask
const code = task('sum', { startedAt: '2026-11-23T10:00:05.000Z', finishedAt: null })
const late = task('late', { finishedAt: '2026-11-23T10:00:09.000Z' })
const large = task('large', { outputTruncated: true, output: null })
const run = {
  startData: { n: 1 },
  startDataTruncated: false,
  tasks: [task('base'), task('other'), late, large, code],
}
const given = (source: string, of: Partial<typeof run> = {}) =>
  givenToCode({ ...run, ...of }, code, source)

it('is what the code names, of what was there when it began', () => {
  expect(given('({ start, steps }) => start.n + steps.base.output.of')).toEqual({
    start: { n: 1 },
    steps: { base: { output: { of: 'base' } } },
    leftOut: [],
  })
  expect(given('({ start }) => start.n')).toEqual({ start: { n: 1 }, leftOut: [] })
  expect(given('({ steps }) => steps["late"].output')).toEqual({ leftOut: [] })
  expect(given('({ run }) => run.id')).toEqual({ leftOut: [] })
})

it('is all that was there when the code computes the names', () => {
  const all = { base: { output: { of: 'base' } }, other: { output: { of: 'other' } } }
  for (const source of [
    '({ steps }) => { const id = "base"; return steps[id].output }',
    '({ steps }) => Object.keys(steps)',
    '(input) => { const all = input.steps; return all }',
  ])
    expect(given(source), source).toEqual({ steps: all, leftOut: ['Step large'] })
})

it('says what is too large instead of leaving it out', () => {
  expect(given('({ steps }) => steps.large.output')).toEqual({ leftOut: ['Step large'] })
  expect(given('({ start }) => start', { startDataTruncated: true })).toEqual({ leftOut: [] })
})
