import { test as base, expect, type APIRequestContext, type BrowserContext } from '@playwright/test'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

type Publish = (
  name: string,
  definition: { startData?: object; steps: object[] },
) => Promise<{ id: string; slug: string }>

type Fixtures = {
  /** The API as a system calls it, with the demo organization's key. */
  api: APIRequestContext
  /**
   * Makes and publishes a workflow of the test's own; a number behind its name keeps it apart from
   * others.
   */
  publish: Publish
  /** Signs the owner in, in this test's browser; the next `goto` is signed in. */
  signedIn(): Promise<void>
}

function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the journeys with npm run test:e2e.`)
  return value
}

export const test = base.extend<Fixtures, { ownerCookies: Cookies }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from it
  baseURL: async ({}, use) => await use(given('E2E_BASE_URL')),

  api: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({
      baseURL: given('E2E_BASE_URL'),
      extraHTTPHeaders: { authorization: `Bearer ${given('E2E_API_KEY')}` },
    })
    await use(context)
    await context.dispose()
  },

  publish: async ({ api }, use) =>
    await use(async (name, { startData = { type: 'object', properties: {} }, steps }) => {
      const made = await api.post('/api/v2/workflows', {
        data: { name: `${name} ${Date.now()}`, definition: { startData, steps, settings: {} } },
      })
      if (made.status() !== 201) throw new Error(await made.text())
      const { id, slug, draftRevision } = (await made.json()) as {
        id: string
        slug: string
        draftRevision: number
      }
      const published = await api.post(`/api/v2/workflows/${id}/publish`, {
        data: { revision: draftRevision },
      })
      if (published.status() !== 201) throw new Error(await published.text())
      return { id, slug }
    }),

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

  signedIn: async ({ context, ownerCookies }, use) =>
    await use(async () => await context.addCookies(ownerCookies)),
})

/**
 * Waits until the run has completed, and answers it. A page that says "Completed" may say so of a
 * step before the run itself has.
 */
export async function completedRun<Run extends { status: string }>(
  api: APIRequestContext,
  runId: string,
): Promise<Run> {
  const read = async () => (await (await api.get(`/api/v2/runs/${runId}`)).json()) as Run
  await expect.poll(async () => (await read()).status).toBe('completed')
  return await read()
}

export { expect } from '@playwright/test'
