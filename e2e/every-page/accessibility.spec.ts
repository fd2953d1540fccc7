import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { signedInPages } from './addresses.ts'

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

test('axe finds nothing serious where a change is proved', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  test.slow()
  const step = (value: string) => ({
    id: 'sum',
    type: 'transform',
    title: 'Sum',
    config: { value: { total: { $: value } } },
  })
  const { id } = await publish('Proved', { steps: [step('1')] })
  const run = await startRun(api, id, { waitSeconds: 10 })
  const address = `/api/v2/workflows/${id}`
  const data = { name: 'A case', runId: run.id }
  expect((await api.post(`${address}/tests`, { data })).status()).toBe(201)
  const { draft, draftRevision } = (await (await api.get(address)).json()) as {
    draft: object
    draftRevision: number
  }
  const saved = await api.put(`${address}/draft`, {
    headers: { 'if-match': `"${draftRevision}"` },
    data: { definition: { ...draft, steps: [step('2')] } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await signedIn()

  await page.goto(`/workflows/${id}/back-tests`)
  await page.getByRole('button', { name: 'Start the back-test' }).click()
  const shown = page.getByLabel('Runs of the back-test').getByRole('listitem')
  await expect(shown).toHaveCount(1)
  await expectAccessibleInBothThemes(page)
  await shown.getByRole('button').click()
  await expect(page.getByRole('heading', { name: 'Sum' })).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.goto(`/workflows/${id}/back-tests?tab=tests`)
  await page.getByRole('button', { name: 'Change A case' }).click()
  await expect(page.getByLabel('Which value')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Run with the draft' }).click()
  await expect(page.getByRole('status').getByText('1 passed, 0 failed')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.goto(`/workflows/${id}/versions?from=1&to=draft`)
  await expect(page.getByText('1 step changed')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('1 test passes.')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})
