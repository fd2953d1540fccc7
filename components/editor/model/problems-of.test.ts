import { expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { createProblemsKeeper, problemsOf } from './problems-of.ts'

const step = (id: string): Step => ({ id, type: 'wait', title: id, after: [], config: {} })
const wait = step('wait')
const saved: Definition = { ...emptyDefinition, steps: [wait, step('other')] }
const rule: Problem = {
  code: 'invalid_config',
  severity: 'error',
  message: 'Give either seconds or until.',
  stepId: 'wait',
  path: 'config',
}

it('the server’s word on this very draft is all that counts', () => {
  const own = { definition: saved, problems: [] }
  expect(problemsOf(saved, { definition: saved, problems: [rule] }, own)).toEqual({
    problems: [rule],
    certain: true,
  })
})

it('keeps what the server found in steps that did not change, and is not certain', () => {
  const edited: Definition = { ...saved, steps: [wait, { ...step('other'), title: 'New' }] }
  const own = { definition: edited, problems: [] }
  expect(problemsOf(edited, { definition: saved, problems: [rule] }, own)).toEqual({
    problems: [rule],
    certain: false,
  })
})

it('forgets what the server found in a step that changed since', () => {
  const edited: Definition = { ...saved, steps: [{ ...wait, config: { seconds: 1 } }] }
  const own = { definition: edited, problems: [] }
  expect(problemsOf(edited, { definition: saved, problems: [rule] }, own)).toEqual({
    problems: [],
    certain: false,
  })
})

it('says a problem once that both found', () => {
  const edited: Definition = { ...saved, settings: { timeZone: 'UTC' } }
  const own = { definition: edited, problems: [rule] }
  const found = problemsOf(edited, { definition: saved, problems: [rule] }, own)
  expect(found.problems).toEqual([rule])
})

it('keeps the list while it says the same, however often it is found', () => {
  const keep = createProblemsKeeper()
  const first = keep({ problems: [rule], certain: true })
  const typed = keep({ problems: [{ ...rule }], certain: false })
  expect(typed).not.toBe(first)
  expect(keep({ problems: [{ ...rule }], certain: false })).toBe(typed)
  expect(keep({ problems: [{ ...rule, message: 'Other' }], certain: false })).not.toBe(typed)
  expect(keep({ problems: [], certain: false }).problems).toEqual([])
})
