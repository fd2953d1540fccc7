import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { linkMailedTo } from '../mails.ts'
import { atPasskeyHost, pageWithPasskeys } from './authenticator.ts'
import { otherOrganization } from './other-organization.ts'
import {
  addMember,
  age,
  coverOf,
  givePassword,
  invite,
  leaveAlone,
  password,
  signIn,
} from './people.ts'

const atHome = (url: URL) => url.pathname === '/'
const organizationOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Organization: ${name}. Change it` })

/** The ten codes that are shown once; then they are saved. */
async function savedCodes(page: Page): Promise<string[]> {
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).innerText()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  return codes.split('\n').filter(Boolean)
}

/** Forgets the session, as another browser. */
async function leave(page: Page): Promise<void> {
  await page.context().clearCookies()
}

test('from an invitation to a second factor, another organization, a locked session and back', async ({
  browser,
  context: owner,
  signedIn,
  playwright,
}) => {
  await signedIn()
  const person = { name: 'Jo Journey', email: `jo-${Date.now()}@example.com`, role: 'owner' }
  const second = `Journey Clinic ${Date.now()}`
  const there = await otherOrganization(
    second,
    async (options) => await playwright.request.newContext(options),
  )
  await invite(owner.request, person)
  const page = await pageWithPasskeys(browser)
  await page.clock.install()

  // Invited by mail, they make an account.
  await page.goto(atPasskeyHost(await linkMailedTo(person.email, 'join')))
  await page.getByLabel('Choose a password').fill(password)
  await page.getByRole('button', { name: 'Create the account and join' }).click()
  await page.waitForURL(atHome)

  // Owners need a second factor, and are told so until they have one.
  const notice = page.getByRole('complementary', { name: 'Second factor' })
  await expect(notice).toContainText('within 14 days')
  await expectAccessible(page)
  await notice.getByRole('link', { name: 'Set it up' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(await savedCodes(page)).toHaveLength(10)
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toContainText('Laptop')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.waitForURL(atHome)
  await expect(notice).toHaveCount(0)

  // The account exists, so the next invitation is accepted with it: by password and passkey.
  const invited = await there.post('/api/v2/members', { data: { ...person, role: 'worker' } })
  await leave(page)
  await page.goto(atPasskeyHost(((await invited.json()) as { link: string }).link))
  await page.getByRole('radio', { name: 'I have an account' }).click()
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in and join' }).click()
  await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(atHome)
  await organizationOf(page, second).click()
  await page.getByRole('menuitemradio', { name: 'Rounds Demo' }).click()
  await expect(organizationOf(page, 'Rounds Demo')).toBeVisible()

  // Left alone, the session locks, and the same passkey opens it.
  await page.goto('/settings?tab=api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('Typed before')
  await leaveAlone(page, person.email)
  await expect(coverOf(page).getByLabel('Password')).toBeVisible()
  await expectAccessible(page)
  expect((await page.request.get('/api/v2/api-keys')).status()).toBe(423)
  await coverOf(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(coverOf(page)).toBeHidden()
  await expect(page.getByLabel('Name')).toHaveValue('Typed before')
  await Promise.all([page.context().close(), there.dispose()])
})

test('an authenticator app is set up and used, and a recovery code after a reset by mail', async ({
  browser,
  context: owner,
  signedIn,
  baseURL,
}) => {
  await signedIn()
  const email = await addMember(owner.request, 'Tess Totp', 'worker')
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, email)
  await page.goto('/settings?tab=profile')
  await page.getByRole('button', { name: 'Set up the authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'The app cannot read the picture?' }).click()
  const totp = new TOTP({ secret: Secret.fromBase32(await dialog.getByRole('code').innerText()) })
  const field = dialog.getByLabel('Code that the app shows')
  await field.fill('000000')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog.getByRole('alert')).toContainText('does not come from the picture')
  await field.fill(totp.generate())
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const codes = await savedCodes(page)
  expect(codes).toHaveLength(10)

  // The next code signs in; the one before does not any more.
  await leave(page)
  await givePassword(page, email)
  const code = page.getByLabel('Code of your authenticator app')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').first()).toContainText('This code is wrong')
  await code.fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.keyboard.press('Enter')
  await page.waitForURL(atHome)

  // The password is forgotten and the phone is lost.
  await leave(page)
  await page.goto('/sign-in')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await page.goto(await linkMailedTo(email, 'reset-password'))
  const better = 'a walk along the river'
  await page.getByLabel('New password').fill('too short')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('alert').first()).toContainText('12')
  await page.getByLabel('New password').fill(better)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeVisible()
  await givePassword(page, email, { given: better })
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.waitForURL(atHome)
  await page.goto('/settings?tab=profile')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
  await context.close()
})

test('an owner who waited too long sets up a passkey, which then signs in and confirms', async ({
  browser,
  context: owner,
  signedIn,
}) => {
  await signedIn()
  const email = await addMember(owner.request, 'Fay Forced', 'owner')
  const page = await pageWithPasskeys(browser)
  await signIn(page, email)
  const notice = page.getByRole('complementary', { name: 'Second factor' })
  await notice.getByRole('button', { name: 'Close this notice' }).click()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account of Fay Forced' })).toBeVisible()
  await expect(notice).toHaveCount(0)

  age(email, 'joined')
  await leave(page)
  await givePassword(page, email)
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not now' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use an authenticator app' }).click()
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
  await page.getByRole('button', { name: 'Make a passkey instead' }).click()
  await page.getByRole('button', { name: 'Make a passkey', exact: true }).click()
  expect(await savedCodes(page)).toHaveLength(10)
  await page.waitForURL(atHome)

  // Alone it is both factors.
  await leave(page)
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL(atHome)

  // It also confirms who they are.
  await page.goto('/settings?tab=api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('Confirmed by passkey')
  age(email, 'confirmed')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirm.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByLabel('The new API key')).toHaveValue(/^rk_live_/)
  await page.context().close()
})
