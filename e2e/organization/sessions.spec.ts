import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const password = 'seven quiet rivers at dawn'

/** Adds a member with an account of their own. */
async function addMember(request: APIRequestContext, name: string): Promise<string> {
  const email = `${name.toLowerCase().replace(/\W/g, '-')}-${Date.now()}@example.com`
  const headers = { origin: process.env['E2E_BASE_URL'] ?? '' }
  const data = { name, email, role: 'worker' }
  const invited = await request.post('/api/v2/members', { data, headers })
  expect(invited.status()).toBe(201)
  const { link } = (await invited.json()) as { link: string }
  const token = new URL(link).pathname.split('/').at(-1)
  const accepted = await request.post(`/api/v2/public/invitations/${token}/accept`, {
    data: { account: 'new', name, password },
  })
  expect(accepted.status()).toBe(201)
  return email
}

async function signIn(page: Page, email: string, path = '/sign-in'): Promise<void> {
  await page.goto(path)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
}

const accountOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Account of ${name}` })

test('an owner ends the session of somebody, whose open page leads to the sign-in', async ({
  page: owners,
  browser,
  signedIn,
  baseURL,
}) => {
  await signedIn()
  const email = await addMember(owners.request, 'Ada Open')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await page.clock.install()
  await signIn(page, email)
  // A page that asks for nothing by itself.
  await page.goto('/patient-cost')
  await expect(accountOf(page, 'Ada Open')).toBeVisible()

  await owners.goto('/settings?tab=members')
  await owners.getByRole('link', { name: 'Ada Open' }).first().click()
  await expect(owners.getByRole('heading', { name: 'Ada Open', level: 1 })).toBeVisible()
  const sessions = owners.getByRole('list', { name: 'Sessions of Ada Open' })
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(owners)
  const end = sessions.getByRole('button', { name: /^Sign out/ })
  await end.focus()
  await owners.keyboard.press('Enter')
  await expect(owners.getByText('Ada Open is not signed in here.')).toBeVisible()

  await page.clock.fastForward(11_000)
  await page.waitForURL(/\/sign-in\?.*error=session_ended/)
  await expect(page.getByLabel('Password')).toBeVisible()
  await context.close()
})
