import { test as base, type APIRequestContext, type BrowserContext } from '@playwright/test'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

type Fixtures = {
  /** The API as a system calls it, with the demo organization's key. */
  api: APIRequestContext
  /** Signs the owner in, in this test's browser; the next `goto` is signed in. */
  signedIn(): Promise<void>
}

function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the journeys with npm run test:e2e.`)
  return value
}

export const test = base.extend<Fixtures, { ownerCookies: Cookies }>({
  baseURL: async ({}, use) => await use(given('E2E_BASE_URL')),

  api: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({
      baseURL: given('E2E_BASE_URL'),
      extraHTTPHeaders: { authorization: `Bearer ${given('E2E_API_KEY')}` },
    })
    await use(context)
    await context.dispose()
  },

  // Once per test process: the password is hashed slowly on purpose.
  ownerCookies: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: given('E2E_BASE_URL') })
      const page = await context.newPage()
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(given('E2E_EMAIL'))
      await page.getByLabel('Password').fill(given('E2E_PASSWORD'))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      const cookies = await context.cookies()
      await context.close()
      await use(cookies)
    },
    { scope: 'worker' },
  ],

  signedIn: async ({ context, ownerCookies }, use) => await use(async () => await context.addCookies(ownerCookies)),
})

export { expect } from '@playwright/test'
