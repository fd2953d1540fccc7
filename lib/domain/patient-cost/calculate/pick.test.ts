import { describe, expect, it } from 'vitest'
import { coinsurance, copay, x12 } from '#test/samples/patient-cost/eb'
import type { Benefit } from '../eligibility/benefit.ts'
import { readX12 } from '../eligibility/read-x12.ts'
import {
  closest,
  fitOf,
  isConditional,
  isFamily,
  networkFit,
  pickOne,
  sharedTexts,
  type Question,
} from './pick.ts'

const visit = { stc: '98' }
const read = (...statements: string[]): Benefit[] => readX12(x12(...statements)).benefits
const only = (statement: string): Benefit => {
  const [benefit] = read(statement)
  if (!benefit) throw new Error('No statement was read.')
  return benefit
}
const question: Question = {
  procedure: '99213',
  serviceTypes: ['98', 'BY'],
  place: '11',
  network: 'in',
  messageContains: null,
}
const outside: Question = { ...question, network: 'out' }

describe('how closely a statement fits', () => {
  it.each<[string, string, object, number]>([
    ['the procedure', copay(1, { procedure: '99213' }), {}, 100],
    ['a range with the procedure', 'EB*B************HC:99211::::::99215~', {}, 100],
    ['the ends of a range', 'EB*B************HC:99213::::::99213~', {}, 100],
    ['a range without it', 'EB*B************HC:99214::::::99215~', {}, 0],
    ['another procedure', copay(1, { procedure: '99212' }), {}, 0],
    [
      'a procedure of another length',
      'EB*B************HC:99211::::::99215~',
      { procedure: '99213A' },
      0,
    ],
    ['a procedure, none being named', copay(1, { procedure: '99213' }), { procedure: null }, 0],
    ['the service type', copay(1, visit), {}, 90],
    ['the next best service type', copay(1, { stc: 'BY' }), {}, 89],
    ['the whole plan', copay(1), {}, 1],
    ['the whole plan, asked for the whole plan', copay(1), { serviceTypes: ['30'] }, 1],
    ['no service type', copay(1, { stc: '' }), {}, 1],
    ['another service type', copay(1, { stc: '35' }), {}, 0],
    ['the place', copay(1, { ...visit, place: '11' }), {}, 90],
    ['another place', copay(1, { ...visit, place: '22' }), {}, 0],
    ['a place, none being known', copay(1, { ...visit, place: '11' }), { place: null }, 0],
  ])('%s', (_name, statement, asked, fit) =>
    expect(fitOf(only(statement), { ...question, ...asked })).toBe(fit),
  )

  it.each<['Y' | 'N' | 'W' | '', 'in' | 'out', boolean, number]>([
    ['Y', 'in', true, 2],
    ['Y', 'out', true, 0],
    ['N', 'in', true, 0],
    ['N', 'out', true, 2],
    ['W', 'in', true, 1],
    ['W', 'out', true, 1],
    ['', 'in', true, 1],
    ['', 'out', true, 0],
    ['', 'in', false, 1],
    ['', 'out', false, 1],
  ])('network %j for a provider %s the network, networks stated %j: %d', (net, side, stated, fit) =>
    expect(networkFit(only(copay(1, { net })), side, stated)).toBe(fit),
  )

  it.each<[string, boolean]>([
    ...['FAM', 'ECH', 'ESP', 'SPC'].map((level): [string, boolean] => [level, true]),
    ...['IND', 'EMP', 'SPO', 'CHD', 'DEP', ''].map((level): [string, boolean] => [level, false]),
  ])('%s is a family: %s', (level, expected) =>
    expect(isFamily(only(copay(1, { level })))).toBe(expected),
  )
})

describe('a text', () => {
  it.each(['SPECIALIST', 'IN OFFICE', 'TIER 1', 'DRUGS, AGENTS, SUPPLIES', 'LOOP', 'DEDICATED'])(
    '%s is a condition',
    (message) => expect(isConditional(only(copay(1, { message })))).toBe(true),
  )
  it.each([
    'OUT OF POCKET',
    'out-of-pocket',
    'OOP MAX',
    'DEDUCTIBLE WAIVED',
    'AFTER DED',
    'PRIOR AUTHORIZATION',
    'PRECERT REQUIRED',
    'PRE-CERT',
    'COPAY PER VISIT',
    'COINS APPLIES',
    'PREFERRED',
    'STANDARD',
    'MAXIMUM SAVINGS',
    'BENEFIT YEAR',
  ])('%s is a note', (message) => expect(isConditional(only(copay(1, { message })))).toBe(false))
  it('beside a note may be a condition', () => {
    expect(isConditional(only(`${copay(1, { message: 'COPAY' })}MSG*SPECIALIST~`))).toBe(true)
    expect(isConditional(only(copay(1)))).toBe(false)
  })

  it.each<[string[], string[] | null, number]>([
    [['A'], ['A'], 1],
    [['A', 'B', 'C'], ['A'], 1 / 3],
    [['A', 'B'], ['B', 'C'], 1 / 3],
    [['A'], ['B'], 0],
    [[], ['A'], 0],
    [['A'], [], 0],
    [['A'], null, 0],
  ])('%j and %j share %d', (own, others, share) => {
    const withTexts = (texts: string[]) =>
      only(copay(1) + texts.map((message) => `MSG*${message}~`).join(''))
    const partner = others === null ? null : withTexts(others)
    expect(sharedTexts(withTexts(own), partner)).toBeCloseTo(share, 9)
  })
})

describe('one statement out of several', () => {
  it.each<[string, string[], Question]>([
    [
      'the procedure before the service type',
      [copay(1, { procedure: '99213' }), copay(9, visit)],
      question,
    ],
    ['the service type before the whole plan', [copay(1, visit), copay(9)], question],
    [
      'for this place before all places',
      [copay(1, { ...visit, place: '11' }), copay(9, visit)],
      question,
    ],
    ['in network before both', [copay(1), copay(9, { net: 'W' })], question],
    ['out of network before both', [copay(1, { net: 'N' }), copay(9, { net: 'W' })], outside],
    ['the individual before nobody named', [copay(1), copay(9, { level: '' })], question],
    [
      'nobody named before the employee',
      [copay(1, { level: '' }), copay(9, { level: 'EMP' })],
      question,
    ],
    [
      'the employee before the family',
      [copay(1, { level: 'EMP' }), copay(9, { level: 'FAM' })],
      question,
    ],
    [
      'the text that is asked for',
      [copay(1, { message: 'TIER 1' }), copay(9)],
      { ...question, messageContains: 'Tier 1' },
    ],
    [
      'without a condition before one with',
      [copay(1), copay(9, { message: 'SPECIALIST' })],
      question,
    ],
    ['the dearest', [copay(9), copay(1)], question],
    ['the dearest share', [coinsurance('.9'), coinsurance('.1')], question],
  ])('%s', (_name, statements, asked) => {
    const candidates = read(...statements)
    expect(pickOne(candidates, asked)?.benefit).toBe(candidates[0])
    expect(pickOne(candidates.toReversed(), asked)?.benefit).toBe(candidates[0])
  })

  it('the texts of its partner before everything but the fit', () => {
    const [alone, shared] = read(copay(9), copay(1, { message: 'SPECIALIST' }))
    const partner = only(coinsurance('.2', { message: 'SPECIALIST' }))
    expect(
      pickOne(
        [alone, shared].flatMap((one) => one ?? []),
        question,
        partner,
      )?.benefit,
    ).toBe(shared)
  })

  it('names those as close that have other values', () => {
    const candidates = read(copay(9), copay(9), copay(5), copay(1, { level: 'FAM' }))
    const pick = pickOne(candidates, question)
    expect(pick?.others).toEqual([candidates[2]])
    expect(pick?.wanted).toBe(false)
  })

  it('says whether the text that was asked for chose it', () => {
    const asked = { ...question, messageContains: 'special' }
    expect(pickOne(read(copay(9, { message: 'SPECIALIST' })), asked)?.wanted).toBe(true)
    expect(pickOne(read(copay(9)), asked)?.wanted).toBe(false)
  })

  it('of none is none', () => {
    expect(pickOne([], question)).toBeNull()
    expect(closest([], question)).toEqual([])
  })
})

describe('the group that answers', () => {
  it.each<[string, string[], Question, number[]]>([
    ['of the service', [copay(1, visit), copay(2), copay(3, visit)], question, [0, 2]],
    [
      'exactly in network',
      [copay(1), copay(2, { net: 'W' }), copay(3, { net: '' })],
      question,
      [0],
    ],
    ['exactly out of network', [copay(1, { net: 'W' }), copay(2, { net: 'N' })], outside, [1]],
    [
      'both sides where neither is exact',
      [copay(1, { net: 'W' }), copay(2, { net: 'W' })],
      outside,
      [0, 1],
    ],
    ['every level', [copay(1), copay(2, { level: 'FAM' })], question, [0, 1]],
  ])('%s', (_name, statements, asked, indices) =>
    expect(closest(read(...statements), asked).map(({ index }) => index)).toEqual(indices),
  )
})
