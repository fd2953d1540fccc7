import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Delays the page's scripts, as a slow connection does, until the answer is called. */
async function delayScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('what is typed before the page listens is not lost: patient cost', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  const release = await delayScripts(page)
  await page.goto('/patient-cost', { waitUntil: 'commit' })
  await page.getByLabel('Date of service').fill('2026-11-23')
  await page.getByLabel('Charge ($)').fill('200')
  await page.getByLabel('Place of service').selectOption('11')
  await page.getByLabel('Payer id').fill('EVERGREEN')
  await page.getByLabel('Member id').fill('EVG1001')
  await page.getByLabel('Your NPI').fill('1999999984')
  await page.getByLabel('Charge ($)').press('Enter')
  release()
  // The page has what was typed: nothing is missing, and it is drawn with it again.
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(page.getByText('No estimate yet')).toHaveCount(0)
  await expect(page.getByLabel('Date of service')).toHaveValue('2026-11-23')
  await expect(page.getByLabel('Charge ($)')).toHaveValue('200')
  await expect(page.getByLabel('Place of service')).toHaveValue('11')
  expect(new URL(page.url()).search).toBe('')
})

test('what is typed before the page listens is not lost: sign-in', async ({ page }) => {
  const release = await delayScripts(page)
  await page.goto('/sign-in?next=/settings', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(process.env['E2E_EMAIL'] ?? '')
  await page.getByLabel('Password').fill(process.env['E2E_PASSWORD'] ?? '')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  release()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/settings')
})

test('what is clicked before the page listens happens when it does', async ({ page, signedIn }) => {
  await signedIn()
  const release = await delayScripts(page)
  await page.goto('/inbox', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Keys of this page' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('what is typed into a form and chosen in a menu is not lost while their code is on its way', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  const release = await delayScripts(page)
  await page.goto('/forms/referral-intake', { waitUntil: 'commit' })
  await page.getByLabel('Patient name').fill('Early Bird')
  await page.getByRole('button', { name: /^Account of/ }).click()
  release()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Diagnosis').fill('Knee pain')
  await expect(page.getByLabel('Patient name')).toHaveValue('Early Bird')
})
