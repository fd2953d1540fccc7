import { expect, it } from 'vitest'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { createListKeeper, withoutFresh } from './fresh-problems.ts'

const step = {
  id: 'note',
  type: 'create-text-note',
  title: 'Note',
  after: [],
  config: { title: '', body: { $: '' }, to: [{ address: 'nobody' }, { address: null }] },
} as unknown as Step
const at = (path: string | undefined, stepId = 'note'): Problem => ({
  code: 'invalid_config',
  severity: 'error',
  message: 'This is wrong.',
  stepId,
  ...(path === undefined ? {} : { path }),
})

it('says of a new step only what is given and wrong', () => {
  const missing = [
    'config.patient',
    'config.title',
    'config.body',
    'config.to.1.address',
    undefined,
  ]
  const wrong = [at('config.to.0.address'), at('id'), at('config.title', 'another')]
  expect(withoutFresh([...missing.map((path) => at(path)), ...wrong], step)).toEqual(wrong)
})

it('leaves the problems as they are when no step is new', () => {
  const problems = [at('config.title')]
  expect(withoutFresh(problems, undefined)).toBe(problems)
})

it('keeps a list with the same entries', () => {
  const keep = createListKeeper<Problem>()
  const one = at('config.title')
  const other = at('config.body')
  const first = keep([one, other])
  expect(keep([one, other])).toBe(first)
  expect(keep([one])).toEqual([one])
})
