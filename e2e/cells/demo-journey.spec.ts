import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { playReferral } from '../runs/referral-journey.ts'
import { startRun } from '../runs.ts'
import { apiOfEast, ownerOfEast } from './second-cell.ts'

const checkedByNight = async (api: APIRequestContext): Promise<void> => {
  type Run = { id: string; status: string; output: Record<string, object> }
  // More than there are web processes: each of them is asked.
  for (let round = 0; round < 4; round++) {
    const run = await startRun<Run>(api, 'nightly-check', { waitSeconds: 10 })
    expect([run.status, Object.values(run.output)[0]]).toEqual([
      'completed',
      expect.objectContaining({ prospects: expect.any(Number) }),
    ])
  }
}

test('the demo is played in two cells behind one address, and neither sees the other', async ({
  page,
  signedIn,
  api,
  browser,
  playwright,
}) => {
  await signedIn()
  const east = await apiOfEast(async (options) => await playwright.request.newContext(options))
  const theirs = await ownerOfEast(browser)
  const [runInWest, runInEast] = await Promise.all([
    playReferral(page, api),
    playReferral(theirs, east),
  ])
  for (let round = 0; round < 4; round++) {
    expect((await api.get(`/api/v2/runs/${runInEast}`)).status()).toBe(404)
    expect((await east.get(`/api/v2/runs/${runInWest}`)).status()).toBe(404)
  }
  await theirs.goto(`/runs/${runInWest}`)
  await expect(theirs.getByText(/could not be found/)).toBeVisible()
  await Promise.all([checkedByNight(api), checkedByNight(east)])
  await theirs.context().close()
  await east.dispose()
})
