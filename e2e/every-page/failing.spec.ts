import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, signIn } from '../organization/people.ts'

const sentence = 'The database does not answer right now. Try again in a moment.'

/** The API does not work any more, whatever a page asks. */
async function breakApi(page: Page): Promise<void> {
  await page.route(/\/api\/v2\//, async (route) => {
    const json = { error: 'unavailable', message: sentence, statusCode: 503, details: {} }
    await route.fulfill({ status: 503, json })
  })
}

const lists = { '/': 'These numbers', '/inbox': 'The inbox', '/runs': 'The runs' }

for (const [path, what] of Object.entries(lists))
  test(`${path} says that it may be out of date, and why`, async ({
    page,
    context,
    signedIn,
    publish,
    api,
  }) => {
    const steps = [{ id: 'look', title: 'Look', type: 'screen', config: { title: 'Look at it' } }]
    const { slug } = await publish('Fails', { steps })
    await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: {} } })
    await signedIn()
    await page.goto(path)
    const old = page.getByRole('main').getByText(`${what} may be out of date:`)
    await expect(old).toHaveCount(0)
    await context.setOffline(true)
    await expect(old).toContainText('there is no connection')
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(old).toHaveCount(0)
    await breakApi(page)
    await expect(old).toContainText(sentence)
    await expectAccessible(page)
    await page.unroute(/\/api\/v2\//)
    await expect(old).toHaveCount(0)
  })

test('a list in which nothing is found says how to see more', async ({ page, signedIn }) => {
  await signedIn()
  for (const [path, title] of [
    ['/inbox?q=nobody-of-this-name', 'No open screen matches'],
    ['/runs?q=nobody-of-this-name', 'No run matches'],
  ]) {
    await page.goto(path ?? '')
    await expect(page.getByRole('main').getByText(title ?? '')).toBeVisible()
    await expect(page.getByText('Widen the filters to see more.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page.getByText(title ?? '')).toHaveCount(0)
  }
})

test('a page that a person may not see says so and leads on', async ({
  page,
  browser,
  baseURL,
  signedIn,
}) => {
  await signedIn()
  const email = await addMember(page.request, 'Nora Nothing', 'worker')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const hers = await context.newPage()
  await signIn(hers, email)
  await hers.goto('/inbox/workload')
  await expect(hers.getByText('There is nothing here')).toBeVisible()
  await expect(hers.getByText(/your role does not show it to you/)).toBeVisible()
  await expect(hers.getByRole('link', { name: 'Go to Home' })).toBeVisible()
  await expectAccessible(hers)
  await context.close()
})
