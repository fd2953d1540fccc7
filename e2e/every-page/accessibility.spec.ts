import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const signedInPages = [
  '/',
  '/inbox',
  '/inbox/workload',
  '/workflows',
  '/workflows/find?text=patient',
  '/workflows/gallery',
  '/workflows/gallery/prior-authorization',
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

/** They take all the room, or belong to no organization. */
const framesOfTheirOwn = ['/workflows/referral-intake', '/docs', '/docs/sql']

test.describe.configure({ mode: 'parallel' })

/** In both themes: each has colours of its own. */
async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveClass(new RegExp(`\\b${colorScheme}\\b`))
    await expectAccessible(page)
  }
}

/** The heading begins at the left edge of the page, so that it stays where it is on all pages. */
async function expectHeadingAtEdge(page: Page): Promise<void> {
  for (const width of [1440, 800, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const offset = await page.evaluate(() => {
      const main = document.querySelector('main')
      const heading = document.querySelector('main h1')
      if (!main || !heading) return 'no heading'
      const edge = main.getBoundingClientRect().x + parseFloat(getComputedStyle(main).paddingLeft)
      return heading.getBoundingClientRect().x - edge
    })
    expect(offset, `the heading at ${width} px`).toBe(0)
  }
}

/** What browsers say when the server drew a page otherwise than they do. */
const notAsTheServer = /hydrat|Minified React error #(?:418|419|421|422|423|425)\b/i

for (const path of signedInPages)
  test(`axe finds nothing serious on ${path}`, async ({ page, signedIn }) => {
    // axe checks every element, and a page of the API reference has many.
    if (path.startsWith('/docs')) test.slow()
    const differences: string[] = []
    const note = (text: string) => {
      if (notAsTheServer.test(text)) differences.push(text)
    }
    page.on('console', (message) => note(message.text()))
    page.on('pageerror', (error) => note(error.message))
    await signedIn()
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    if (!framesOfTheirOwn.includes(path)) await expectHeadingAtEdge(page)
    expect(differences).toEqual([])
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
  await expect(page.getByRole('heading', { name: 'Review referral' })).toBeFocused()
  await expect(page).toHaveTitle(/Casey Montoya.* · Review referral · Rounds$/)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('navigation').getByRole('link', { name: 'Runs' }).click()
  await expect(page.getByRole('heading', { name: 'Runs', exact: true })).toBeFocused()
  await expect(page).toHaveTitle(/Runs · Rounds$/)
})
