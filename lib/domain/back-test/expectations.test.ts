import { expect, it } from 'vitest'
import { unmetExpectations, type Expected, type TestedStep } from './expectations.ts'

const step = (more: Partial<TestedStep> = {}): TestedStep => ({
  ran: true,
  isKnown: true,
  via: null,
  input: null,
  output: null,
  ...more,
})
const tested = (steps: Record<string, TestedStep>, status: string | null = 'completed') => ({
  status,
  steps: new Map(Object.entries(steps)),
  titleOf: (id: string) => id.toUpperCase(),
  branchOf: (_id: string, via: string) => (via === 'true' ? 'Yes' : via),
})
const expected = (more: Partial<Expected> = {}): Expected => ({
  status: 'completed',
  path: [],
  values: [],
  ...more,
})

it('a case passes when its end, its way and its values are as expected', () => {
  const found = tested({
    choose: step({ via: 'true' }),
    letter: step({ input: { to: 'a@x', list: [{ b: 2, a: 1 }] } }),
  })
  const all = expected({
    path: [
      { stepId: 'choose', runs: true, via: 'true' },
      { stepId: 'note', runs: false },
    ],
    values: [
      { stepId: 'letter', of: 'input', path: 'list.0', equals: { a: 1, b: 2 } },
      { stepId: 'letter', of: 'input', path: 'cc', equals: null },
    ],
  })
  expect(unmetExpectations(all, found)).toEqual([])
})

it('what is not as expected is said without values', () => {
  const found = tested(
    { choose: step({ via: 'false' }), note: step(), letter: step({ output: { total: 'secret' } }) },
    'failed',
  )
  const all = expected({
    path: [
      { stepId: 'choose', runs: true, via: 'true' },
      { stepId: 'note', runs: false },
      { stepId: 'gone', runs: true },
    ],
    values: [
      { stepId: 'letter', of: 'output', path: 'total', equals: 'other' },
      { stepId: 'gone', of: 'output', path: '', equals: 1 },
    ],
  })
  expect(unmetExpectations(all, found)).toEqual([
    'It ends failed, expected completed.',
    '“CHOOSE” takes “false”, expected “Yes”.',
    '“NOTE” runs, and should not.',
    '“GONE” does not run.',
    'What “LETTER” gives is not as expected: Total.',
    '“GONE” does not run.',
  ])
})

it('of a whole value the places that differ are named', () => {
  const mail = { to: ['a@x'], subject: 'Hello', text: 'Dear' }
  const found = tested({ letter: step({ input: { ...mail, to: ['b@x'], text: 'Hello' } }) })
  const unmet = (equals: Expected['values'][number]['equals']) =>
    unmetExpectations(
      expected({ values: [{ stepId: 'letter', of: 'input', path: '', equals }] }),
      found,
    )
  expect(unmet(mail)).toEqual(['What “LETTER” asks or sends is not as expected: To › 1, Text.'])
  expect(unmet('another')).toEqual(['What “LETTER” asks or sends is not as expected.'])
})

it('what cannot be said does not pass', () => {
  const found = tested({ letter: step({ ran: false, isKnown: false }) }, null)
  const all = expected({
    path: [{ stepId: 'letter', runs: true }],
    values: [{ stepId: 'letter', of: 'output', path: '', equals: 1 }],
  })
  expect(unmetExpectations(all, found)).toHaveLength(3)
})
