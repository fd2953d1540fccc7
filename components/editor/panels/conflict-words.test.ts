import { describe, expect, it } from 'vitest'
import type { Definition } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { wordsOfStep } from '../changes/expression-words.ts'
import { placeInWords, valueInWords } from './conflict-words.ts'

const properties = { subject: { type: 'string', title: 'Subject' } }
const types = new Map([
  ['send-email', { configSchema: { type: 'object', properties } } as unknown as StepTypeInfo],
])
const definition: Definition = {
  startData: { type: 'object', properties: { name: { type: 'string', title: 'Patient name' } } },
  steps: [{ id: 'mail', type: 'send-email', title: 'Tell them', after: [], config: {} }],
  settings: {},
  groups: { g: { name: 'Intake', colour: 'grey' } },
} as Definition

describe('a place that two people changed', () => {
  it.each([
    [['steps', 'mail', 'config', 'subject', '$'], 'Tell them', 'Subject'],
    [['steps', 'mail', 'branchLabels', 'true'], 'Tell them', 'Branch labels › True'],
    [['steps', 'mail'], 'Tell them', ''],
    [['groups', 'g', 'name'], undefined, 'Group “Intake” › Name'],
    [['notes', 'n', 'kind'], undefined, 'Note on the canvas › What it is for'],
    [['startData', 'properties', 'name', 'title'], undefined, 'Start form › Name › Title'],
  ])('%j is named by what people see', (path, step, field) =>
    expect(placeInWords(path, [definition], types)).toEqual({ step, field }),
  )
})

describe('what each of them wrote', () => {
  const wordsOf = wordsOfStep([definition], types, 'mail')
  const path = ['steps', 'mail', 'config', 'subject']
  const subject = '"Referral of " & $text(start.name)'

  it('is said without code', () => {
    expect(valueInWords(subject, [...path, '$'], wordsOf)).toBe('Referral of ‹Patient name›')
    expect(valueInWords({ $: subject }, path, wordsOf)).toBe('Referral of ‹Patient name›')
    expect(valueInWords([{ $: 'start.name' }, 'a@example.com'], path, wordsOf)).toBe(
      '‹Patient name›\na@example.com',
    )
    expect(valueInWords(true, path, wordsOf)).toBe('Yes')
  })

  it('is shown as code where only code says it, or while its reader is loading', () => {
    expect(valueInWords({ $: '$sum(start.a)' }, path, wordsOf)).toBe('$sum(start.a)')
    expect(valueInWords({ $: 'start.name' }, path, undefined)).toBe('start.name')
  })
})
