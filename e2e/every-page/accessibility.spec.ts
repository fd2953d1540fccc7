import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const signedInPages = [
  '/',
  '/inbox',
  '/workflows',
  '/workflows/referral-intake',
  '/runs',
  '/forms',
  '/forms/referral-intake',
  '/schedules',
  '/connections',
  '/data',
  '/policies',
  '/templates',
  '/patient-cost',
  '/mails',
  '/received-mails',
  '/letters',
  '/faxes',
  '/secure-messages',
  '/organizations',
  '/settings',
  '/settings?tab=roles',
  '/settings?tab=access',
  '/docs',
  '/docs/sql',
]

test.describe.configure({ mode: 'parallel' })

/** In both themes: each has colours of its own. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
    await expectAccessible(page)
  }
}

for (const path of signedInPages)
  test(`axe finds nothing serious on ${path}`, async ({ page, signedIn }) => {
    // axe checks every element, and a page of the API reference has many.
    if (path.startsWith('/docs')) test.slow()
    await signedIn()
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

test('axe finds nothing serious on a run, its screen, and the sign-in page', async ({
  page,
  signedIn,
  api,
}) => {
  const startData = {
    patientName: 'Casey Montoya',
    emrPatientId: 'EMR-1002',
    diagnosis: 'Back pain',
    urgency: 'urgent',
  }
  const { id } = await startRun(api, 'referral-intake', { startData })
  await page.goto('/sign-in')
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await signedIn()
  await page.goto(`/runs/${id}`)
  const screen = page.getByRole('link', { name: 'Open the screen' })
  await expect(screen).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await screen.click()
  await expect(page.getByRole('heading', { name: 'Review referral' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
