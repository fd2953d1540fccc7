import { describe, expect, it } from 'vitest'
import { dailyBankSync } from '#db/seed/workflows/daily-bank-sync'
import { decisionsOfTheDay } from '#db/seed/workflows/decisions-of-the-day'
import { nightlyCheck } from '#db/seed/workflows/nightly-check'
import { patientCostEstimate } from '#db/seed/workflows/patient-cost-estimate'
import { referralIntake } from '#db/seed/workflows/referral-intake'
import { referralToApproval } from '#db/seed/workflows/referral-to-approval'
import { evaluate } from '#lib/domain/expressions/compute-expressions'
import { expressionsIn } from '#lib/domain/expressions/expressions'
import { readCondition } from '#lib/domain/expressions/written/condition'
import { readTemplate } from '#lib/domain/expressions/written/template'
import { placeOfText } from '#lib/domain/expressions/written/tree'
import type { Definition } from '#lib/domain/workflow/definition'
import { stepTypeInfos } from '#lib/steps/registry'
import { gallery } from './gallery.ts'

type Ready = { name: string; definition: Definition }
const ready: Ready[] = [
  ...gallery().map(({ id, definition }) => ({ name: id, definition })),
  ...[
    dailyBankSync,
    decisionsOfTheDay,
    nightlyCheck,
    patientCostEstimate,
    referralIntake,
    referralToApproval,
  ].map(({ slug, definition }) => ({ name: `${slug} of the demo`, definition })),
]

type Schema = Record<string, unknown>
const schemas = new Map(stepTypeInfos().map(({ type, configSchema }) => [type, configSchema]))
const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a step type says about the setting at a path; undefined where anything may stand. */
function schemaAt(schema: unknown, [name, ...more]: string[]): Schema | undefined {
  if (!isObject(schema)) return undefined
  if (name === undefined) return schema
  const { properties, items } = schema
  return schemaAt(isObject(properties) ? properties[name] : items, more)
}

/** Each computed value with its place: the workflow, the step and the setting. */
const computed = ready.flatMap(({ name, definition }) =>
  definition.steps.flatMap(({ id, type, config }) =>
    expressionsIn(config).map(({ path, text }) => ({
      place: `${name}, ${id}, ${path}`,
      schema: schemaAt(schemas.get(type), path.split('.')),
      text,
    })),
  ),
)

/** Whether the editor shows a computed value without code, as its field is drawn (`wayOf`). */
function isShown({ schema, text }: (typeof computed)[number]): boolean {
  const isText = readTemplate(text) !== undefined
  const isRules = readCondition(text) !== undefined
  if (schema === undefined) return isText || isRules
  if (schema['type'] === 'boolean') return isRules
  const isFree = schema['type'] === 'string' && !('enum' in schema)
  return isFree || !('type' in schema) ? isText : placeOfText(text) !== undefined
}

const chosenColumns = 'a table with some of the columns'
const lastName = 'the last word of a name'
/** What only code can say, and what it is. */
const code: Record<string, string> = {
  'home-care-admission, known, name': lastName,
  'home-care-admission, eligible, show.2.value': chosenColumns,
  'records-request, summary, value.problems': 'names out of clinical data',
  'records-request, summary, value.medicines': 'names out of clinical data',
  'records-request, pick, show.2.value': 'the files of a list of documents',
  'referral-intake, known, name': lastName,
  'referral-intake, decide, show.2.value': chosenColumns,
  'remittance-reconciliation, match, value': 'one list matched with another',
  'daily-bank-sync of the demo, summary, value': 'sums by payer',
  'daily-bank-sync of the demo, look, show.1.value': chosenColumns,
  'nightly-check of the demo, summary, value.threshold': 'a number in place of an empty one',
  'nightly-check of the demo, summary, value.byFacility': 'counts by facility',
  'nightly-check of the demo, summary, value.standardsLength': 'the length of a text',
  'patient-cost-estimate of the demo, show, show.2.value': chosenColumns,
  'referral-intake of the demo, find_patient, name': lastName,
  'referral-intake of the demo, review, show.1.value': chosenColumns,
  'referral-to-approval of the demo, letter, data.services.0.until': 'a day that is computed',
}

describe('the ready workflows', () => {
  it('are read in the editor without code, but for what only code can say', () => {
    const unread = computed.filter((one) => !isShown(one)).map(({ place }) => place)
    expect(unread.toSorted()).toEqual(Object.keys(code).toSorted())
  })

  it('write days by the clock of the workflow', async () => {
    // Half past eight in the evening in New York; the next day in UTC.
    const run = { startedAt: '2026-11-24T01:30:00Z', timeZone: 'America/New_York' }
    const ofStart = computed.filter(({ text }) => text.includes('run.startedAt'))
    const letters = ofStart.filter(({ place }) => / data\./.test(place))
    const days = letters.map(async ({ text }) => await evaluate(text, { run }))
    expect([...new Set(await Promise.all(days))]).toEqual([
      'November 23, 2026',
      // Sixty days later.
      'January 22, 2027',
    ])
  })
})
