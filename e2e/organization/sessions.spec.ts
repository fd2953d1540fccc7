import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumFlags } from '../../scripts/chromium.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, signIn } from './people.ts'

const accountOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Account of ${name}` })

test('an owner ends the session of somebody, whose open page leads to the sign-in', async ({
  page: owners,
  browser,
  signedIn,
  baseURL,
}) => {
  await signedIn()
  const email = await addMember(owners.request, 'Ada Open', 'worker')
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

/** Playwright switches the back/forward cache off, in which browsers keep whole pages. */
async function browserThatKeepsPages(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: chromiumFlags,
  })
}

test('the way back in a browser shows nothing of who was signed in before', async ({
  context: owner,
  signedIn,
  baseURL,
}) => {
  await signedIn()
  const first = await addMember(owner.request, 'Cleo First', 'worker')
  const second = await addMember(owner.request, 'Dan Second', 'worker')
  const browser = await browserThatKeepsPages()
  try {
    const context = await browser.newContext(baseURL ? { baseURL } : {})
    const page = await context.newPage()
    await signIn(page, first)
    await page.goto('/forms')
    await expect(accountOf(page, 'Cleo First')).toBeVisible()
    const cookies = await context.cookies()
    await accountOf(page, 'Cleo First').click()
    await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(/\/sign-in/)
    await page.goBack()
    await expect(page.getByLabel('Password')).toBeVisible()
    await expect(accountOf(page, 'Cleo First')).toHaveCount(0)

    // Another person, who did not wait for the first one to sign out, ends their session.
    await signIn(page, first)
    await page.goto('/forms')
    await expect(accountOf(page, 'Cleo First')).toBeVisible()
    const kept = await context.cookies()
    await signIn(page, second, '/sign-in?next=/&again=1')
    await expect(accountOf(page, 'Dan Second')).toBeVisible()
    // First the form with which Dan signed in, then the page that Cleo had open.
    await page.evaluate(() => history.go(-2))
    await expect(page).toHaveURL(/\/forms$/)
    await expect(accountOf(page, 'Dan Second')).toBeVisible()
    await expect(accountOf(page, 'Cleo First')).toHaveCount(0)
    const before = await browser.newContext(baseURL ? { baseURL } : {})
    for (const old of [cookies, kept]) {
      await before.clearCookies()
      await before.addCookies(old)
      expect((await before.request.get('/api/v2/forms')).status()).toBe(401)
    }
  } finally {
    await browser.close()
  }
})
