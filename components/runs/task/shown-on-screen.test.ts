import { expect, it } from 'vitest'
import { shownOnScreen } from './shown-on-screen.ts'

const input = {
  title: 'Review',
  schema: { type: 'object' },
  show: [{ label: 'The patient', value: { name: 'Ada' } }, { value: 1 }],
}

it('is what a screen showed, by its labels', () => {
  expect(shownOnScreen({ stepType: 'screen', input })).toEqual({
    'The patient': { name: 'Ada' },
    'Part 2': 1,
  })
})

it.each([
  ['another step', { stepType: 'http', input }],
  ['a screen that showed nothing', { stepType: 'screen', input: { title: 'Review', show: [] } }],
  ['a screen without an input', { stepType: 'screen', input: null }],
])('is nothing of %s', (_what, task) => {
  expect(shownOnScreen(task)).toBeUndefined()
})
