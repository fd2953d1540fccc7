import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDateOf } from './dates.ts'
import { Deidentifier } from './deidentify.ts'
import { knownValuesIn } from './known-values.ts'
import { UnknownMark } from './marks.ts'
import { hasLuhn } from './patterns.ts'

const run = {
  patient: {
    firstName: 'Zoë',
    lastName: 'O’Brien-Smith',
    birthDate: '1950-12-10',
    address: { line: ['12 Elm Street Apt 4'], city: 'Dover', postalCode: '19901' },
    mrn: '26-0102-1001',
    phone: '(302) 555-0142',
  },
  providerName: 'Dr. Grace Hopper, MD',
  runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
}
const withRun = () => new Deidentifier(knownValuesIn(run))
const out = (text: string, known: unknown = run) =>
  new Deidentifier(knownValuesIn(known)).replace(text)

describe('values that the run knows', () => {
  it.each([
    "Zoë O'Brien-Smith",
    'ZOE O’BRIEN-SMITH',
    'O’Brien-Smith, Zoe',
    'O’BRIEN-SMITH, ZOË M.',
    'Zoe Marie O’Brien-Smith',
    'Z. O’Brien-Smith',
    'O’Brien-Smith Z',
    'O’Brien\u2011Smith',
    'Grace Hopper',
    'Hopper, Grace',
    'G. Hopper',
    '12/10/1950',
    '12-10-50',
    'December 10, 1950',
    '10 Dec 1950',
    '1950-12-10',
    '12101950',
    '12 ELM ST, APT 4',
    'Dover',
    '19901',
    '2601021001',
    '26 0102 1001',
    '302.555.0142',
    '3025550142',
  ])('are replaced in the spelling %s', (written) => {
    const deidentifier = withRun()
    const text = `Seen today: ${written}; no fever.`
    const sent = deidentifier.replace(text)
    expect(sent).toMatch(/^Seen today: (\[\[[A-Z]+_1[a-z]*\]\][,. ]*)+; no fever\.$/)
    expect(deidentifier.marks.restore(sent)).toBe(text)
  })

  it('keep one number in all spellings and texts of a request', () => {
    const deidentifier = withRun()
    const first = deidentifier.replace('Zoe O’Brien-Smith came.')
    const second = deidentifier.replace('O’BRIEN-SMITH, ZOE and Zoe O’Brien-Smith are one.')
    expect(first).toBe('[[NAME_1]] came.')
    expect(second).toBe('[[NAME_1b]] and [[NAME_1]] are one.')
  })

  it('leave words that only sound like a name', () => {
    expect(out('Will will go, by grace of the doctor.', { name: 'Will Grace' })).toBe(
      '[[NAME_1]] will go, by grace of the doctor.',
    )
  })

  it('do not hide our own ids, nor anything in data without names of fields', () => {
    expect(knownValuesIn({ runId: run.runId, note: 'Zoë', list: ['a'] })).toEqual([])
  })
})

describe('what looks like somebody’s', () => {
  it.each([
    ['MRN: AB123456', 'MRN: [[ID_1]]'],
    ['Member ID EVG1001', 'Member ID [[ID_1]]'],
    ['SSN 123-45-6789', 'SSN [[ID_1]]'],
    ['NPI 1999999984', 'NPI [[ID_1]]'],
    ['call 302-555-0199 ext. 12', 'call [[PHONE_1]]'],
    ['write to ada@example.org', 'write to [[EMAIL_1]]'],
    ['https://portal.example/p?id=7', '[[URL_1]]'],
    ['from 10.20.30.40', 'from [[IP_1]]'],
    ['seen on 03/04/2026', 'seen on [[DATE_1]]'],
    ['seen on March 4, 2026', 'seen on [[DATE_1]]'],
    ['a 93-year-old man', 'a [[AGE_1]]-year-old man'],
    ['Patient: Ada Lindqvist', 'Patient: [[NAME_1]]'],
    ['Dr. Charles Babbage saw her', 'Dr. [[NAME_1]] saw her'],
    ['Charles Babbage, MD', '[[NAME_1]], MD'],
    ['4 Privet Drive, Dover, DE 19901', '[[ADDRESS_1]], [[ADDRESS_2]], DE [[ZIP_1]]'],
    ['P.O. Box 17', '[[ADDRESS_1]]'],
  ])('%s', (text, sent) => expect(out(text, {})).toBe(sent))

  it.each([
    'LVEF 45 %, creatinine 1.2 mg/dL, 45-year-old',
    'Total $1,234,567.00 for CPT 70553, ICD-10 M54.5',
    'version 1.2.3.400 and 999-12-3456',
    'Take 2 tablets every day for 10 days',
  ])('but not %s', (text) => expect(out(text, {})).toBe(text))
})

describe('the answer', () => {
  it('gets the originals back everywhere, and a mark in the document stays what it was', () => {
    const deidentifier = withRun()
    const sent = deidentifier.replace('Zoe O’Brien-Smith wrote [[NAME_7]].')
    expect(sent).toBe('[[NAME_1]] wrote [[TEXT_1]].')
    expect(
      deidentifier.marks.restoreIn({ '[[NAME_1]]': [sent, 4, null], n: { ok: true } }),
    ).toEqual({
      'Zoe O’Brien-Smith': ['Zoe O’Brien-Smith wrote [[NAME_7]].', 4, null],
      n: { ok: true },
    })
  })

  it.each(['[[NAME_9]]', '[[NAME_1z]]', 'NAME_1', '[[Name 1]]', '[[PATIENT_1]]'])(
    'with the unknown mark %s is refused',
    (mark) => {
      const deidentifier = withRun()
      deidentifier.replace('Zoe O’Brien-Smith')
      expect(() => deidentifier.marks.restoreIn([`It is ${mark}.`])).toThrow(UnknownMark)
    },
  )

  it('is the text that went in, whatever it was', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.string({ maxLength: 20 }),
            fc.constantFrom('Zoe ', 'O’Brien-Smith', '[[NAME_1]]', '12/10/1950', 'ID_1 ', '[['),
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const text = parts.join('')
          const deidentifier = withRun()
          const sent = deidentifier.replace(text)
          // What is no mark of ours but looks like one is refused, never changed.
          try {
            expect(deidentifier.marks.restore(sent)).toBe(text)
          } catch (error) {
            if (!(error instanceof UnknownMark)) throw error
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

it.each([
  ['3/4/2026', '2026-03-04'],
  ['2026.3.4', '2026-03-04'],
  ['4 mar 2026', '2026-03-04'],
  ['Sept 5, 1999', '1999-09-05'],
  ['12/10/50', '1950-12-10'],
  ['2/30/2026', undefined],
  ['yesterday', undefined],
])('reads the date %s', (text, iso) => expect(isoDateOf(text)).toBe(iso))

it('knows check digits', () => {
  expect(hasLuhn('808401999999984')).toBe(true)
  expect(hasLuhn('808401999999985')).toBe(false)
})
