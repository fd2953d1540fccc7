import { describe, expect, it } from 'vitest'
import type { AskTask } from '#lib/domain/ask/tasks'
import type { DocumentPage } from '#lib/domain/document/page'
import { streamOf } from '../pages/page-stream.ts'
import { checkedFields, valuesOf } from './check-answer.ts'
import { fieldsWithoutModel } from './without-model.ts'

const fileId = '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001'
const files = [{ fileId, fileName: 'referral.pdf' }]

const pageOf = (page: number, text: string, more: Partial<DocumentPage> = {}): DocumentPage => ({
  fileId,
  page,
  width: 612,
  height: 792,
  text,
  words: [],
  how: 'text',
  confidence: 1,
  ...more,
})
const pages = [
  pageOf(1, 'Referral\nPatient: Ada Lindqvist\nDOB: 12/10/1950\nMember ID: EVG1001'),
  pageOf(2, 'She failed six weeks of\nphysical therapy. Total: $1,250.00', {
    how: 'ocr',
    confidence: 0.8,
  }),
]
const source = { files, pages }
const stream = { files, pages: streamOf(pages) }

const extract: AskTask = {
  mode: 'extract',
  instructions: '',
  schema: {
    type: 'object',
    properties: {
      patient: { type: 'string', title: 'Patient' },
      born: { type: 'string', format: 'date', title: 'Date of birth' },
      total: { type: 'number', minimum: 0, title: 'Total amount' },
      memberId: { type: 'string', pattern: '^EVG', title: 'Member id' },
    },
  },
}
const said = (value: unknown, quote?: string, page = 1, confidence = 0.9) => ({
  value,
  confidence,
  quotes: quote === undefined ? [] : [{ document: 1, page, quote }],
})
const whole = {
  patient: said('Ada Lindqvist', 'Patient: Ada Lindqvist'),
  born: said('1950-12-10', 'DOB: 12/10/1950'),
  total: said(1250, 'Total: $1,250.00', 2),
  memberId: said('EVG1001', 'Member ID: EVG1001'),
}
const fieldsOf = (answer: unknown) => {
  const fields = checkedFields(extract, answer, source) ?? []
  return Object.fromEntries(fields.map((field) => [field.name, field]))
}

describe('an extraction', () => {
  it('has each value with its place; a recognized page is less sure', () => {
    const fields = checkedFields(extract, whole, source) ?? []
    expect(valuesOf(fields)).toEqual({
      patient: 'Ada Lindqvist',
      born: '1950-12-10',
      total: 1250,
      memberId: 'EVG1001',
    })
    expect(fields.map(({ state, confidence }) => [state, confidence])).toEqual([
      ['supported', 0.9],
      ['supported', 0.9],
      ['supported', 0.9 * 0.8],
      ['supported', 0.9],
    ])
    expect(fields[2]?.places).toMatchObject([
      { fileId, fileName: 'referral.pdf', page: 2, text: 'Total: $1,250.00' },
    ])
  })

  it('marks a field whose quote is not there, and passes its value on to nobody', () => {
    const { patient } = fieldsOf({ ...whole, patient: said('Eve Moore', 'Patient: Eve Moore') })
    expect(patient).toMatchObject({
      value: 'Eve Moore',
      state: 'unsupported',
      confidence: 0,
      places: [],
    })
    expect(valuesOf([patient!])).toEqual({ patient: null })
  })

  it('refuses a value beside one right and one invented quote', () => {
    const { quotes } = whole.patient
    const answer = {
      ...whole.patient,
      quotes: [...quotes, { document: 1, page: 1, quote: 'Nope' }],
    }
    expect(fieldsOf({ ...whole, patient: answer })['patient']).toMatchObject({
      state: 'unsupported',
      problem: '1 of 2 quotes do not stand in the documents.',
    })
  })

  it.each([
    ['no quote', said('Ada Lindqvist'), 'unsupported'],
    ['no value', said(null), 'missing'],
    ['another form', { value: 'Ada' }, 'missing'],
    ['nothing', undefined, 'missing'],
  ])('with %s is not taken', (_what, patient, state) =>
    expect(fieldsOf({ ...whole, patient })['patient']).toMatchObject({ state, confidence: 0 }),
  )

  it('checks the value by the whole schema', () => {
    expect(fieldsOf({ ...whole, memberId: said('AB1', 'Member ID') })['memberId']).toMatchObject({
      state: 'invalid',
      confidence: 0,
    })
  })

  it('is less sure when a true quote does not say the value', () => {
    const { born } = fieldsOf({ ...whole, born: said('1951-12-10', 'DOB: 12/10/1950') })
    expect(born).toMatchObject({ state: 'supported', confidence: 0.5 })
    expect(born?.problem).toContain('does not say it')
  })

  it('takes a date in the notation of the document', () => {
    expect(
      fieldsOf({ ...whole, born: said('12/10/1950', 'DOB: 12/10/1950') })['born'],
    ).toMatchObject({ value: '1950-12-10', state: 'supported', problem: null })
  })

  it.each([null, 'text', [1]])('refuses the answer %j', (answer) =>
    expect(checkedFields(extract, answer, source)).toBeUndefined(),
  )
})

describe('a comparison with a policy', () => {
  const task: AskTask = {
    mode: 'compare',
    policy: { title: 'Imaging', text: 'Six weeks of conservative therapy.\nNo pacemaker.' },
    instructions: '',
  }
  const criterion = (more: object) => ({
    criterion: 'Conservative therapy',
    policyQuote: 'Six weeks of conservative therapy.',
    met: 'met',
    reason: 'Physical therapy failed.',
    confidence: 0.9,
    quotes: [{ document: 1, page: 2, quote: 'six weeks of physical therapy' }],
    ...more,
  })
  const states = (criteria: unknown[]) =>
    checkedFields(task, { criteria }, source)?.map(({ state }) => state)

  it('takes criteria that stand in the policy, with quotes of the documents', () => {
    const pacemaker = criterion({ policyQuote: 'No pacemaker.', met: 'not_known', quotes: [] })
    expect(states([criterion({}), pacemaker])).toEqual(['supported', 'supported'])
  })

  it('marks an invented criterion, an invented quote, and a claim without one', () => {
    expect(
      states([
        criterion({ policyQuote: 'Twelve weeks of rest.' }),
        criterion({ quotes: [{ document: 1, page: 2, quote: 'ten weeks of therapy' }] }),
        criterion({ quotes: [] }),
      ]),
    ).toEqual(['unsupported', 'unsupported', 'unsupported'])
    expect(states([{ criterion: 'x' }])).toBeUndefined()
  })
})

describe('without a model', () => {
  it('finds fields by their form or label, with their places', async () => {
    const found = (await fieldsWithoutModel(extract, stream)) ?? []
    expect(valuesOf(found)).toEqual({
      patient: 'Ada Lindqvist',
      born: '1950-12-10',
      total: 1250,
      memberId: 'EVG1001',
    })
    expect(found.every(({ state, places }) => state === 'found' && places.length === 1)).toBe(true)
  })

  it('says that a field is not found', async () => {
    const schema = { properties: { admitted: { type: 'string', format: 'date' } } }
    expect(await fieldsWithoutModel({ ...extract, schema }, stream)).toMatchObject([
      { state: 'missing', value: null },
    ])
  })

  it('shows passages with the words of a question, and never as an answer', async () => {
    const [field] =
      (await fieldsWithoutModel({ mode: 'answer', question: 'Which therapy failed?' }, stream)) ??
      []
    expect(field).toMatchObject({ state: 'found', places: [{ page: 2 }] })
    expect(field?.confidence).toBeLessThanOrEqual(0.5)
    expect(
      await fieldsWithoutModel({ mode: 'answer', question: 'Xylophone?' }, stream),
    ).toMatchObject([{ state: 'missing' }])
  })

  it('counts the words of classes, and can neither summarise nor compare', async () => {
    const classes = [
      { name: 'referral', description: 'patient physical therapy' },
      { name: 'invoice', description: 'bill' },
    ]
    expect(
      await fieldsWithoutModel({ mode: 'classify', classes, instructions: '' }, stream),
    ).toMatchObject([{ value: 'referral', state: 'found' }])
    expect(
      await fieldsWithoutModel({ mode: 'summarise', instructions: '' }, stream),
    ).toBeUndefined()
  })
})
