import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { playReferral } from './referral-journey.ts'

test('a referral: form with files, a refused and an accepted screen, the note in the EMR', async ({
  page,
  signedIn,
  api,
}) => {
  await signedIn()
  await playReferral(page, api)
})

test('a run of the nightly check by API answers with its output', async ({ api }) => {
  type Run = { id: string; status: string; output: Record<string, unknown> }
  const run = await startRun<Run>(api, 'nightly-check', { waitSeconds: 10 })
  expect(run.status).toBe('completed')
  expect(Object.values(run.output)[0]).toMatchObject({ prospects: expect.any(Number) })
})
