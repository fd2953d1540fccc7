import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'

test('a case on paper has moments instead of ages, and nothing of the frame', async ({
  page,
  api,
  signedIn,
}) => {
  const startData = { patientName: 'Paula Paper', emrPatientId: 'EMR-1002', diagnosis: 'Knee' }
  const run = await startRun(api, 'referral-intake', { startData })
  await signedIn()
  await page.goto(`/inbox/${await screenOfRun(api, run.id)}`)
  const main = page.getByRole('main')
  await expect(main.getByText(/ ago|just now/).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  // It is fixed, so that it would cover words on each sheet.
  await expect(page.getByText('Skip to the page')).toBeHidden()
  await expect(main.getByText(/ ago|just now/).first()).toBeHidden()
  const opened = main.locator('time').first()
  const printed = await opened.evaluate((time) => getComputedStyle(time, '::after').content)
  expect(printed).toContain(await opened.getAttribute('title'))
})
