import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { untilListening } from '../listening.ts'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'

// The server draws a page; the browser must draw the same text when it takes the page over, though
// its clock is later, its zone and language are others, and some parts come late.

test.use({ timezoneId: 'Pacific/Auckland', locale: 'de-DE' })

const minutes = (count: number): number => Date.now() + count * 60_000

/** What React reports of a page, which then is drawn anew: what was typed would be lost. */
function misfitsOf(page: Page): string[] {
  const found: string[] = []
  page.on('pageerror', ({ message }) => found.push(`${new URL(page.url()).pathname}: ${message}`))
  return found
}

/** Opens a page, and touches it some minutes later. */
async function openAndTouchLater(page: Page, path: string): Promise<void> {
  await page.clock.setFixedTime(minutes(2))
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForLoadState('networkidle')
  await page.clock.setFixedTime(minutes(5))
  await untilListening(page)
}

test('pages are taken over as the server drew them, by another clock in another zone', async ({
  page,
  api,
  signedIn,
}) => {
  test.slow()
  const startData = { patientName: 'Hilda Hydra', emrPatientId: 'EMR-1003', diagnosis: 'Knee' }
  const run = await startRun(api, 'referral-intake', { startData })
  const task = await screenOfRun(api, run.id)
  await signedIn()
  const misfits = misfitsOf(page)
  const lists = ['/', '/inbox', '/inbox/workload', '/runs', '/workflows', '/connections']
  for (const path of [...lists, '/schedules', '/settings', `/inbox/${task}`, `/runs/${run.id}`])
    await openAndTouchLater(page, path)
  expect(misfits).toEqual([])
})

test('a text that is drawn otherwise is found', async ({ page, api, signedIn }) => {
  const startData = { patientName: 'Hilda Hydra', emrPatientId: 'EMR-1003', diagnosis: 'Knee' }
  const run = await startRun(api, 'referral-intake', { startData })
  const task = await screenOfRun(api, run.id)
  await signedIn()
  await page.route(`**/inbox/${task}`, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replace('>see the run<', '>see another run<')
    await route.fulfill({ response: answer, body: html })
  })
  const misfits = misfitsOf(page)
  await openAndTouchLater(page, `/inbox/${task}`)
  await expect.poll(() => misfits.join()).toContain('418')
})
