import { expect, it } from 'vitest'
import { differenceInWords, totalsInWords, unknownInWords } from './in-words.ts'
import { nameOfDifference } from './name-of-difference.ts'

const group = { effect: 'pure' as const, fields: [], before: null, after: null, stepId: 'choose' }

it('totals are a sentence a part, and a run counts by its first difference', () => {
  expect(
    totalsInWords({
      same: 1412,
      different: 13,
      unknown: 2,
      failing: 3,
      groups: [
        { kind: 'failed', first: 3 },
        { kind: 'branch', first: 9 },
        { kind: 'gone', first: 0 },
        { kind: 'answer', first: 1 },
        { kind: 'slower', first: 0 },
      ],
    }),
  ).toEqual([
    '1,412 runs stay the same',
    '9 take another branch',
    '3 have a step that fails newly',
    '1 has an answer that does not fit its form',
    '3 fail as a whole and did not',
    '2 may differ',
    '1 step is slower',
  ])
})

it('a difference says what the step does otherwise, and what would be sent', () => {
  const says = (more: object) => differenceInWords({ ...group, kind: 'output', ...more })
  expect(says({ kind: 'branch', before: 'true', after: null })).toBe(
    'takes no branch instead of “true”',
  )
  expect(says({ fields: ['a', 'b.0'] })).toBe('gives something else: a, b.0')
  expect(says({ kind: 'input', effect: 'idempotent', fields: ['body'] })).toBe(
    'would send something else: body',
  )
  expect(says({ kind: 'failed', after: 'code_threw' })).toBe('fails now (code threw)')
  expect(unknownInWords('other-question')).toContain('something else')
})

it('the name of a difference has its step, its kind, and what is before and after', () => {
  const kind = 'branch' as const
  expect(nameOfDifference({ ...group, kind, before: 'true', after: 'false' })).toBe(
    'choose branch true > false',
  )
  expect(nameOfDifference({ ...group, kind: 'input', fields: ['to', 'body'] })).toBe(
    'choose input to body',
  )
})
