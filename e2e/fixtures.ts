import {
  test as base,
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type Page,
} from '@playwright/test'
import { untilListening } from './listening.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

type Publish = (
  name: string,
  definition: { startData?: object; steps: object[]; settings?: object; groups?: object },
) => Promise<{ id: string; slug: string }>

type Fixtures = {
  /** The API as a system calls it, with the demo organization's key. */
  api: APIRequestContext
  /** Creates and publishes a workflow for the test; the time behind its name makes it unique. */
  publish: Publish
  /** Signs the owner in, in the browser of this test; the next `goto` is signed in. */
  signedIn(): Promise<void>
}

/** A variable that the global set-up sets. */
function given(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: run the journeys with npm run test:e2e.`)
  return value
}

/** Opens pages as a person does, who types when a page listens. */
function waitUntilListening(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (options?.waitUntil !== 'commit') await untilListening(page)
    return answer
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const answer = await reload(options)
    await untilListening(page)
    return answer
  }
}

const withListeningPages = (browser: Browser): Browser => {
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    context.on('page', waitUntilListening)
    return context
  }
  return browser
}

export const test = base.extend<Fixtures, { ownerCookies: Cookies }>({
  browser: [
    async ({ browser }, use) => await use(withListeningPages(browser)),
    { scope: 'worker' },
  ],

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
    await use(
      async (name, { startData = { type: 'object', properties: {} }, settings = {}, ...rest }) => {
        const made = await api.post('/api/v2/workflows', {
          data: { name: `${name} ${Date.now()}`, definition: { startData, settings, ...rest } },
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
      },
    ),

  // Once per test process: hashing the password is slow on purpose.
  ownerCookies: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: given('E2E_BASE_URL') })
      const page = await context.newPage()
      await page.goto('/sign-in')
      await page.getByLabel('E-mail').fill(given('E2E_EMAIL'))
      await page.getByLabel('Password').fill(given('E2E_PASSWORD'))
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL((url) => url.pathname === '/')
      // Not what recognises the browser: a sign-in in a test would end this session for all others.
      const cookies = (await context.cookies()).filter(({ name }) => name !== 'rounds.browser')
      await context.close()
      await use(cookies)
    },
    { scope: 'worker' },
  ],

  signedIn: async ({ context, ownerCookies }, use) =>
    await use(async () => {
      await context.addCookies(ownerCookies)
      // However long the tests before took: the session is open and may do sensitive acts.
      const origin = given('E2E_BASE_URL')
      const { request } = context
      const own = await request.get(`${origin}/api/v2/profile/session`)
      const { personId } = (await own.json()) as { personId: string }
      await request.post(`${origin}/api/v2/profile/session/confirmation`, {
        headers: { origin },
        data: { personId, password: given('E2E_PASSWORD') },
      })
    }),
})

export { expect } from '@playwright/test'
