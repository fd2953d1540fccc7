import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { otherOrganization } from './other-organization.ts'

const password = 'a password of my own'
const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const note = { type: 'string', title: 'Note' }

/** Publishes a workflow with a form there, and starts it once. */
async function runThere(there: APIRequestContext, name: string) {
  const startData = { type: 'object', properties: { note } }
  const definition = { startData, steps, settings: {} }
  const made = await there.post('/api/v2/workflows', { data: { name, definition } })
  const { id, slug, draftRevision: revision } = await made.json()
  await there.post(`/api/v2/workflows/${id}/publish`, { data: { revision } })
  const started = await there.post(`/api/v2/workflows/${id}/runs`, { data: { startData: {} } })
  return { slug: String(slug), runId: String((await started.json()).id) }
}

const organizationOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Organization: ${name}. Change it` })

test('a person of two organizations changes between them, and no tab mixes them up', async ({
  page: owners,
  browser,
  signedIn,
  playwright,
}) => {
  const second = `Second Clinic ${Date.now()}`
  const there = await otherOrganization(
    second,
    async (options) => await playwright.request.newContext(options),
  )
  const { slug, runId } = await runThere(there, 'Only in the second')
  const email = `pat-${Date.now()}@example.com`
  const member = { name: 'Pat Two', email, role: 'builder' }
  await signedIn()
  await owners.goto('/settings')
  const headers = { origin: new URL(owners.url()).origin }
  const here = await owners.request.post('/api/v2/members', { data: member, headers })
  const invited = await there.post('/api/v2/members', { data: member })

  // Of one organization there is nothing to change.
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto((await here.json()).link)
  await page.getByLabel('Choose a password').fill(password)
  await page.getByRole('button', { name: 'Create the account and join' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect(page.getByText('Rounds Demo').first()).toBeVisible()
  await expect(organizationOf(page, 'Rounds Demo')).toHaveCount(0)
  await page.goto('/forms/referral-intake')
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()

  // In another tab they join the second one, and work there.
  const other = await context.newPage()
  await other.goto((await invited.json()).link)
  await other.getByRole('button', { name: `Join ${second}` }).click()
  await other.waitForURL((url) => url.pathname === '/')
  await expect(organizationOf(other, second)).toBeVisible()
  await other.goto('/workflows')
  await expect(other.getByText('Only in the second').first()).toBeVisible()
  await expect(other.getByText('Referral intake')).toHaveCount(0)

  // The tab that was left behind is refused, and says what to do.
  await page.getByRole('link', { name: 'Workflows', exact: true }).click()
  await expect(page.getByText('You work in another organization now').first()).toBeVisible()
  await expect(page.getByText('Only in the second')).toHaveCount(0)
  await page.reload()
  await expect(organizationOf(page, second)).toBeVisible()
  await expect(page.getByText('Only in the second').first()).toBeVisible()

  // By keyboard alone, back to the first one.
  const menu = organizationOf(page, second)
  await menu.focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('menuitemradio', { name: /^Rounds Demo/ })
  await expect(choice).toBeVisible()
  await expect(page.getByRole('menuitemradio', { name: second })).toBeChecked()
  await expectAccessible(page)
  while (!(await choice.evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(organizationOf(page, 'Rounds Demo')).toBeVisible()
  await page.goto('/workflows')
  const search = page.getByPlaceholder('Name or short name')
  // Other journeys have made more workflows than a page shows, and a copy of this one.
  await search.fill('referral-intake')
  await expect(page.getByRole('link', { name: 'Referral intake' }).first()).toBeVisible()
  await search.fill('only-in-the-second')
  await expect(page.getByText('Nothing found')).toBeVisible()

  // Links to what the other one has say so, and lead there.
  for (const address of [`/runs/${runId}`, `/forms/${slug}`]) {
    await page.goto(address)
    await expect(page.getByText('belongs to another organization of yours')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: `Go on in ${second}` }).click()
    await expect(organizationOf(page, second)).toBeVisible()
    await expect(page).toHaveURL((url) => url.pathname === address)
    await expect(page.getByText('Only in the second').first()).toBeVisible()
    await organizationOf(page, second).click()
    await page.getByRole('menuitemradio', { name: /^Rounds Demo/ }).click()
    await expect(organizationOf(page, 'Rounds Demo')).toBeVisible()
  }

  // On a phone the menu is there, too.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.getByRole('button', { name: /menu/i }).first().click()
  await organizationOf(page, 'Rounds Demo').click()
  await expect(page.getByRole('menuitemradio', { name: second })).toBeVisible()
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
  await context.close()
  await there.dispose()
})
