import { describe, expect, it } from 'vitest'
import { dailyBankSync } from '#db/seed/workflows/daily-bank-sync'
import { decisionsOfTheDay } from '#db/seed/workflows/decisions-of-the-day'
import { nightlyCheck } from '#db/seed/workflows/nightly-check'
import { patientCostEstimate } from '#db/seed/workflows/patient-cost-estimate'
import { referralIntake } from '#db/seed/workflows/referral-intake'
import { referralToApproval } from '#db/seed/workflows/referral-to-approval'
import { evaluate } from '#lib/domain/expressions/compute-expressions'
import { expressionsIn } from '#lib/domain/expressions/expressions'
import type { Definition } from '#lib/domain/workflow/definition'
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

/** Each computed value with its place: the workflow, the step and the setting. */
const computed = ready.flatMap(({ name, definition }) =>
  definition.steps.flatMap(({ id, config }) =>
    expressionsIn(config).map(({ path, text }) => ({ place: `${name}, ${id}, ${path}`, text })),
  ),
)

describe('the ready workflows', () => {
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
