import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { atPasskeyHost, pageWithPasskeys } from '../organization/authenticator.ts'
import { otherOrganization } from '../organization/other-organization.ts'
import { addMember, givePassword, signIn } from '../organization/people.ts'
import { dataDirOfEast } from './second-cell.ts'

const organizationOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Organization: ${name}. Change it` })
const otherAccount = (page: Page) =>
  page.getByRole('menuitem', { name: 'Organizations of your other account' })
const passwordInEast = 'nine loud mountains at dusk'

test('a person with an account in each of two cells goes from one to the other and back', async ({
  browser,
  context: owner,
  signedIn,
  playwright,
}) => {
  await signedIn()
  const email = await addMember(owner.request, 'Two Cells', 'builder')
  const clinic = `East Clinic ${Date.now()}`
  const east = await otherOrganization(
    clinic,
    async (options) => await playwright.request.newContext(options),
    dataDirOfEast(),
  )
  const context = await browser.newContext({ baseURL: process.env['E2E_BASE_URL'] ?? '' })
  const page = await context.newPage()
  await signIn(page, email)
  await expect(page.getByText('Rounds Demo').first()).toBeVisible()
  await expect(organizationOf(page, 'Rounds Demo')).toHaveCount(0)

  // An organization of the other cell invites them: they make an account there.
  const person = { name: 'Two Cells', email, role: 'builder' }
  const invited = await east.post('/api/v2/members', { data: person })
  await page.goto(((await invited.json()) as { link: string }).link)
  await page.getByLabel('Choose a password').fill(passwordInEast)
  await page.getByRole('button', { name: 'Create the account and join' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  // From there to the first one, where the other password holds.
  await organizationOf(page, clinic).click()
  await expect(page.getByText('you sign in again')).toBeVisible()
  await expectAccessible(page)
  await otherAccount(page).click()
  await page.waitForURL((url) => url.pathname === '/sign-in')
  await givePassword(page, email, { path: page.url() })
  await page.waitForURL((url) => url.pathname === '/')

  // And back, by keyboard. The session of before has ended with the way here.
  await organizationOf(page, 'Rounds Demo').focus()
  await page.keyboard.press('Enter')
  await expect(otherAccount(page)).toBeVisible()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/sign-in')
  await givePassword(page, email, { path: page.url(), given: passwordInEast })
  await page.waitForURL((url) => url.pathname === '/')
  await expect(organizationOf(page, clinic)).toBeVisible()
  await Promise.all([context.close(), east.dispose()])
})

test('a browser that was never here signs in by a passkey, whichever cell it comes to', async ({
  browser,
  context: owner,
  signedIn,
}) => {
  await signedIn()
  const email = await addMember(owner.request, 'Key Holder', 'worker')
  const page = await pageWithPasskeys(browser)
  await signIn(page, email, atPasskeyHost('http://any/sign-in'))
  await page.goto('/settings?tab=profile')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Phone')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  // More often than there are web processes.
  for (let round = 0; round < 6; round++) {
    await page.context().clearCookies()
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect(page.getByText('Rounds Demo').first()).toBeVisible()
  }
  await page.context().close()
})
