import { expect, it } from 'vitest'
import type { Definition, Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { saysParts } from '#lib/domain/workflow/says'
import { registeredStepTypes } from '#lib/steps/registry.gen'
import { drawnTypes } from '../../looking/drawn-types.ts'
import { partsOfExpression } from './expression-parts.ts'
import { stepWords } from './step-words.ts'

const types = new Map<string, StepTypeInfo>(
  registeredStepTypes.map(({ info }) => [info.type, info]),
)
const urgency = {
  type: 'string',
  title: 'Urgency',
  oneOf: [
    { const: 'hi', title: 'At once' },
    { const: 'lo', title: 'Routine' },
  ],
}
const startData = {
  type: 'object',
  properties: { urgency, amount: { type: 'number' }, office: { type: 'string', title: 'Office' } },
}
const ask: Step = {
  id: 'ask',
  type: 'screen',
  title: 'Review',
  after: [],
  config: {
    schema: { type: 'object', properties: { ok: { type: 'boolean', title: 'Approved' } } },
  },
}
const names = {
  connection: new Map([
    ['clearinghouse cedar', 'Cedar EMR'],
    ['web cedar', 'Cedar web'],
  ]),
  workflow: new Map([['check', 'Check a referral']]),
}

/** In the editor, and where a workflow is only looked at. */
function say(type: string, config: Step['config'], read = partsOfExpression): string {
  const step: Step = { id: 'own', type, title: 'Own', after: [{ step: 'ask' }], config }
  const definition: Definition = { startData, steps: [ask, step], settings: {} }
  const inputs = { definition, names, read }
  const edited = stepWords(step, { ...inputs, types })
  expect(stepWords(step, { ...inputs, types: drawnTypes })).toBe(edited)
  return edited
}

it.each<[string, Step['config'], string]>([
  [
    'condition',
    { when: { $: 'start.amount != null and start.amount > 5000' } },
    'Amount is more than 5,000',
  ],
  ['condition', { when: { $: 'start.urgency = "hi"' } }, 'Urgency is At once'],
  ['condition', { when: { $: 'steps.ask.output.ok = true' } }, 'Approved is yes'],
  ['condition', { when: { $: '$sum(start.rows.amount) > 1' } }, ''],
  [
    'switch',
    {
      cases: [
        { name: 'a', when: { $: 'start.urgency = "hi"' } },
        { name: 'b', when: { $: 'start.urgency = "lo"' } },
      ],
    },
    'By Urgency',
  ],
  ['wait', { workingDays: 3 }, '3 working days'],
  ['wait', { workingDays: 1, at: '08:00' }, '1 working day at 08:00'],
  ['wait', { seconds: 259_200 }, '3 days'],
  ['wait', { until: { $: 'start.appointmentAt' } }, 'Until Appointment at'],
  [
    'send-email',
    { to: ['a@example.com', 'b@example.com'], subject: 'Denied' },
    'To a@example.com and 1 more: Denied',
  ],
  [
    'send-email',
    { to: [{ $: 'start.office' }], subject: { $: '"Denied: " & $text(start.amount)' } },
    'To Office: Denied: Amount',
  ],
  ['screen', { title: 'Look', assignees: ['ada@example.com'] }, 'For ada@example.com'],
  ['screen', { title: 'Look', groups: ['g1', 'g2'] }, 'For 2 groups'],
  ['screen', { title: 'Own' }, ''],
  ['http-request', { method: 'POST', url: 'https://api.example.com/a?b' }, 'POST api.example.com'],
  [
    'http-request',
    { method: 'GET', url: { $: '"https://api.example.com/" & $text(start.id)' } },
    'GET api.example.com',
  ],
  ['http-request', { method: 'GET', connection: 'cedar', url: '/patients' }, 'GET Cedar web'],
  ['sub-workflow', { workflow: 'check' }, 'Check a referral'],
  ['sub-workflow', { workflow: 'cedar-emr' }, 'Cedar EMR'],
  ['for-each', { items: { $: 'steps.search.output.patients' } }, 'Each of Patients'],
  ['check-eligibility', { connection: 'cedar' }, 'Cedar EMR'],
  ['read-csv', { file: { $: 'start.claims.id' } }, 'Claims'],
  ['unknown', {}, ''],
])('says what a %s with %j does', (type, config, words) => {
  expect(say(type, config)).toBe(words)
})

it('says what is written in a step before somebody can read expressions', () => {
  expect(say('condition', { when: { $: 'start.amount > 5' } }, () => undefined)).toBe('')
  expect(say('wait', { workingDays: 3 }, () => undefined)).toBe('3 working days')
})

it.each(registeredStepTypes.map(({ info }) => [info.type, info] as const))(
  'the words of %s name settings that it has',
  (_type, { says = [], configSchema }) => {
    const properties = Object.keys(configSchema['properties'] as object)
    const named = says.flatMap(saysParts).flatMap((part) => ('path' in part ? [part.path[0]] : []))
    expect(properties).toEqual(expect.arrayContaining(named))
    for (const pattern of says)
      expect(saysParts(pattern).map((part) => 'text' in part && part.text)).not.toContainEqual(
        expect.stringMatching(/[{}]/),
      )
  },
)

/** Their title says all that is known of them. */
const silent = ['code', 'patient-cost']

it('every step type with settings says what its steps do', () => {
  expect(registeredStepTypes.flatMap(({ info }) => (info.says ? [] : [info.type])).sort()).toEqual(
    silent,
  )
  const unsaid = registeredStepTypes.filter(({ info }) =>
    info.examples.every(({ config }) => say(info.type, config) === ''),
  )
  // What only code makes: a list of files, a new value.
  expect(unsaid.map(({ info }) => info.type).sort()).toEqual(
    [...silent, 'merge-pdfs', 'transform'].sort(),
  )
})
