import { expect, it } from 'vitest'
import { wasLeftOut } from './left-out.ts'

const sample = {
  start: {},
  isWhole: true,
  startFields: ['reason'],
  steps: { find: { output: {} } },
  run: {},
}

it.each([
  ['start.reason', true],
  ['steps.find.output.id', true],
  // The form of that run had no such field, the step was not reached, there was no loop.
  ['start.later', false],
  ['steps.other.output.id', false],
  ['item.id', false],
])('%s was asked for and not given: %s', (path, expected) =>
  expect(wasLeftOut(sample, path)).toBe(expected),
)

it('is not known of start data that were not loaded whole', () =>
  expect(wasLeftOut({ ...sample, isWhole: false }, 'start.reason')).toBe(false))
