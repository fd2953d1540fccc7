import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { linkMailedTo } from '../mails.ts'

const password = 'a password of my own'

const organizationOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Organization: ${name}. Change it` })

test('an administrator creates an organization; its owner comes by mail and changes between two', async ({
  page,
  browser,
  signedIn,
}) => {
  const clinic = `Mail Clinic ${Date.now()}`
  const email = `olive-${Date.now()}@example.com`
  await signedIn()
  await page.goto('/')
  await page
    .getByRole('button', { name: /^Account of/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Organizations' }).click()
  await page.getByRole('button', { name: 'Create an organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create an organization' })
  await dialog.getByLabel('Name', { exact: true }).fill(clinic)
  await dialog.getByLabel('Name of the first owner').fill('Olive Owner')
  await dialog.getByLabel('E-mail of the first owner').fill(email)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create and invite' }).click()
  const made = page.getByRole('dialog', { name: 'The invitation of Olive Owner is on its way' })
  await made.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row').filter({ hasText: clinic })
  await expect(row).toContainText('waits for its first owner')
  await expectAccessible(page)

  // Olive has only the mail.
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto(await linkMailedTo(email, 'join'))
  await expect(theirs.getByRole('heading', { name: `Join ${clinic}` })).toBeVisible()
  await theirs.getByLabel('Choose a password').fill(password)
  await theirs.getByRole('button', { name: 'Create the account and join' }).click()
  await theirs.waitForURL((url) => url.pathname === '/')
  await expect(theirs.getByText(clinic).first()).toBeVisible()
  await page.reload()
  await expect(row).not.toContainText('waits for its first owner')

  // The demo organization invites them, too.
  const headers = { origin: new URL(page.url()).origin }
  const data = { name: 'Olive Owner', email, role: 'worker' }
  const invited = await page.request.post('/api/v2/members', { data, headers })
  expect(invited.status(), await invited.text()).toBe(201)
  await theirs.goto(await linkMailedTo(email, 'join', 2))
  await theirs.getByRole('button', { name: 'Join Rounds Demo' }).click()
  await theirs.waitForURL((url) => url.pathname === '/')
  await organizationOf(theirs, 'Rounds Demo').click()
  await theirs.getByRole('menuitemradio', { name: clinic }).click()
  await expect(organizationOf(theirs, clinic)).toBeVisible()

  // Somebody else who opens the link may choose what to do, and the link stays as it is.
  const other = { name: 'Sam', email: `sam-${Date.now()}@example.com`, role: 'worker' }
  const forSam = await page.request.post('/api/v2/members', { data: other, headers })
  await theirs.goto((await forSam.json()).link)
  await expect(theirs.getByText(`this invitation is for ${other.email}`)).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('link', { name: `Stay ${email}` }).click()
  await theirs.waitForURL((url) => url.pathname === '/')

  // Disabled in the demo, they go on in their own organization.
  await page.goto('/settings?tab=members')
  await page.getByRole('link', { name: 'Olive Owner' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Disable' }).click()
  const question = page.getByRole('alertdialog', { name: 'Disable Olive Owner?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('button', { name: 'Enable again' })).toBeVisible()
  await theirs.reload()
  await expect(organizationOf(theirs, clinic)).toHaveCount(0)
  await expect(theirs.getByText(clinic).first()).toBeVisible()
  await page.getByRole('button', { name: 'Enable again' }).click()
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible()
  await theirs.reload()
  await expect(organizationOf(theirs, clinic)).toBeVisible()
  await context.close()
})
