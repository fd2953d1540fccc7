import { describe, expect, it } from 'vitest'
import type { AnsweredField, DocumentAnswer } from './answer.ts'
import { answerWords, correctionsOf, describedFields, reviewForm, standsOut } from './review.ts'

const field = (name: string, more: Partial<AnsweredField> = {}): AnsweredField => ({
  name,
  title: name.toUpperCase(),
  value: name,
  state: 'supported',
  problem: null,
  confidence: 0.9,
  places: [],
  ...more,
})
const answerOf = (...fields: AnsweredField[]): DocumentAnswer => ({
  values: {},
  fields,
  note: null,
  files: [],
  model: null,
  prompt: 'extract/1',
  usage: { inputTokens: 0, outputTokens: 0 },
  dollars: 0,
  replaced: false,
})

describe('the form of a review', () => {
  it('begins with what was proven, and only offers the rest', () => {
    const answer = answerOf(
      field('a'),
      field('b', { state: 'unsupported', confidence: 0 }),
      field('c', { state: 'invalid', confidence: 0 }),
      field('d', { state: 'missing', value: null, confidence: 0 }),
      field('e', { state: 'found', confidence: 0.4 }),
    )
    expect(reviewForm(answer, { type: 'object' }, { note: 'x' }).data).toEqual({
      a: 'a',
      e: 'e',
      note: 'x',
    })
    expect(answer.fields.map(standsOut)).toEqual([false, true, true, true, true])
  })

  it('has the fields of the answer in their order, then those of the screen', () => {
    const answer = answerOf(
      field('b', { schema: { type: 'string', format: 'date' }, required: true }),
      field('a', { value: 12 }),
      field('c', { value: 'long '.repeat(20) }),
      field('d', { schema: { $ref: '#/$defs/x' } }),
    )
    const own = {
      type: 'object',
      required: ['decision'],
      properties: { decision: { type: 'string' }, a: { title: 'Amount' } },
    }
    expect(reviewForm(answer, own, {})).toMatchObject({
      order: ['b', 'a', 'c', 'd', 'decision', '*'],
      schema: {
        required: ['b', 'decision'],
        properties: {
          b: { type: 'string', format: 'date', title: 'B' },
          a: { type: 'number', title: 'Amount' },
          c: { 'x-formFieldType': 'long-text' },
          d: { type: 'string', title: 'D' },
          decision: { type: 'string' },
        },
      },
    })
  })

  it('asks about a criterion whether it is met, and why', () => {
    const value = { criterion: 'Therapy', met: 'met', reason: 'It failed.', policyQuote: 'Six' }
    const proven = answerOf(field('criterion1', { value }))
    expect(reviewForm(proven, {}, {}).data).toEqual({ criterion1: value })
    const invented = answerOf(field('criterion1', { value, state: 'unsupported' }))
    expect(reviewForm(invented, {}, {}).data).toEqual({
      criterion1: { criterion: 'Therapy', policyQuote: 'Six' },
    })
    expect(answerWords(value)).toBe('Met. It failed.')
  })

  it('knows the schemas of the question', () => {
    const schema = { properties: { a: { type: 'integer' } }, required: ['a'] }
    expect(describedFields({ mode: 'extract', schema, instructions: '' }, [field('a')])).toEqual([
      { ...field('a'), schema: { type: 'integer' }, required: true },
    ])
  })
})

it('says what a person changed', () => {
  const answer = answerOf(
    field('kept', { value: { a: 1, b: [1, { c: null }] } }),
    field('changed', { value: '1950-12-10' }),
    field('added', { value: null, state: 'missing' }),
    field('gone'),
    field('still', { value: null, state: 'missing' }),
  )
  const output = { kept: { b: [1, {}], a: 1 }, changed: '1950-10-12', added: 3, gone: '', x: 1 }
  expect(correctionsOf(answer, output).map(({ how }) => how)).toEqual([
    'kept',
    'changed',
    'added',
    'left_out',
    'kept',
  ])
  expect(correctionsOf(answer, null).at(0)?.how).toBe('left_out')
})
