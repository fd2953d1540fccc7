import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const password = 'a password of my own'

/** Invites a person on the members page and returns the link that the owner hands over. */
async function invite(page: Page, name: string, email: string, role: string): Promise<string> {
  await page.goto('/settings?tab=members')
  await page.getByRole('button', { name: 'Add member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a member' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  const handing = page.getByRole('dialog', { name: `The invitation of ${name} is on its way` })
  const link = await handing.getByLabel('The link of the invitation').inputValue()
  await handing.getByRole('button', { name: 'Copy' }).click()
  await expect(handing.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expectAccessible(page)
  await handing.getByRole('button', { name: 'Done' }).click()
  await expect(handing).toBeHidden()
  return link
}

/** A page of another browser, in which no one is signed in. */
async function elsewhere(browser: Browser): Promise<Page> {
  return await (await browser.newContext()).newPage()
}

const invitation = (page: Page, email: string) =>
  page
    .getByRole('list', { name: 'Invited, not joined yet' })
    .getByRole('listitem')
    .filter({ hasText: email })
const members = (page: Page) => page.getByRole('region', { name: 'List of members' })

test.beforeEach(async ({ context, signedIn }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signedIn()
})

test('an invited person makes an account with a password of their own and is a member', async ({
  page,
  browser,
}) => {
  const name = `Robin Vale ${Date.now()}`
  const email = `robin-${Date.now()}@example.com`
  const link = await invite(page, name, email, 'builder')
  const pending = invitation(page, email)
  await expect(pending).toContainText('The link works until')
  // Its buttons are inside the page, on a phone, too.
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    const revoke = await pending.getByRole('button', { name: 'Revoke' }).boundingBox()
    expect((revoke?.x ?? width) + (revoke?.width ?? 0)).toBeLessThanOrEqual(width)
  }
  await expect(members(page)).not.toContainText(email)
  await expectAccessible(page)

  const theirs = await elsewhere(browser)
  const opened = await theirs.goto(link)
  // The address is the credential: it is kept by no cache and told to no other site.
  expect((await opened?.allHeaders())?.['cache-control']).toContain('no-store')
  await expect(theirs.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
  await expect(theirs.getByText('Your role: Builder.')).toBeVisible()
  await expect(theirs.getByLabel('E-mail')).toHaveValue(email)
  await expect(theirs.getByLabel('Your name')).toHaveValue(name)
  await expectAccessible(theirs)
  await theirs.getByLabel('Choose a password').fill(password)
  await theirs.getByRole('button', { name: 'Create the account and join' }).click()
  await theirs.waitForURL((url) => url.pathname === '/')
  await theirs.goto('/settings?tab=members')
  await expect(members(theirs)).toContainText(`${name} (you)`)
  // Only owners invite.
  await expect(theirs.getByRole('button', { name: 'Add member' })).toHaveCount(0)

  // A builder runs SQL and does not read the audit trail.
  await theirs.goto('/data')
  await expect(theirs.getByRole('button', { name: 'What failed, and why' })).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Who did what' })).toHaveCount(0)
  await theirs.context().close()

  await page.reload()
  const row = members(page).getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Builder')
  await expect(page.getByText(email)).toHaveCount(1)

  // The password works, and the link does not any more.
  const later = await elsewhere(browser)
  await later.goto(link)
  await expect(
    later.getByRole('heading', { name: 'This invitation does not work any more' }),
  ).toBeVisible()
  await later.goto(new URL('/sign-in', link).href)
  await later.getByLabel('E-mail').fill(email)
  await later.getByLabel('Password').fill(password)
  await later.getByRole('button', { name: 'Sign in' }).click()
  await later.waitForURL((url) => url.pathname === '/')
  await later.context().close()

  await page.goto('/data')
  await expect(page.getByRole('button', { name: 'Who did what' })).toBeVisible()
})

test('a link that was declined, replaced or revoked says so', async ({ page, browser }) => {
  const name = `Sam Ortiz ${Date.now()}`
  const email = `sam-${Date.now()}@example.com`
  const theirs = await elsewhere(browser)
  const over = theirs.getByText('This invitation has expired or does not exist.')
  const row = invitation(page, email)

  const declined = await invite(page, name, email, 'worker')
  await theirs.goto(declined)
  await theirs.getByRole('button', { name: 'Decline' }).click()
  await expect(theirs.getByRole('heading', { name: 'You declined' })).toBeVisible()
  await expect(theirs.getByText('The link opens nothing any more.')).toBeFocused()
  await expectAccessible(theirs)
  await theirs.reload()
  await expect(over).toBeVisible()
  await expectAccessible(theirs)
  await page.reload()
  await expect(members(page)).toBeVisible()
  await expect(row).toHaveCount(0)

  const first = await invite(page, name, email, 'worker')
  await row.getByRole('button', { name: 'New link' }).click()
  const handing = page.getByRole('dialog', { name: `The invitation of ${name} is on its way` })
  const second = await handing.getByLabel('The link of the invitation').inputValue()
  await handing.getByRole('button', { name: 'Done' }).click()
  await theirs.goto(first)
  await expect(over).toBeVisible()
  await theirs.goto(second)
  await expect(theirs.getByText('Your role: Worker.')).toBeVisible()
  await theirs.getByText('I have an account').click()
  await theirs.getByLabel('Password').fill('not the password')
  await theirs.getByRole('button', { name: 'Sign in and join' }).click()
  await expect(theirs.getByLabel('Password')).toHaveAccessibleDescription(
    'This e-mail address and password do not fit together.',
  )
  await expectAccessible(theirs)
  await theirs.getByText('I am new here').click()

  await row.getByRole('button', { name: 'Revoke' }).click()
  const question = page.getByRole('alertdialog', { name: `Revoke the invitation of ${name}?` })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(row).toHaveCount(0)
  // Also for a visitor who has the page open.
  await theirs.getByLabel('Choose a password').fill(password)
  await theirs.getByRole('button', { name: 'Create the account and join' }).click()
  await expect(over).toBeVisible()
  await theirs.reload()
  await expect(over).toBeVisible()
  await theirs.context().close()
})

test('a connection in use is deleted when another takes its place', async ({
  page,
  publish,
  api,
  baseURL,
}) => {
  const stamp = Date.now()
  const make = async (name: string, slug: string) => {
    const data = { kind: 'warehouse', provider: 'sandbox', name, slug }
    // As the owner: the key of the demo is a builder's.
    const made = await page.request.post('/api/v2/connections', {
      data,
      headers: { origin: String(baseURL) },
    })
    expect(made.status(), await made.text()).toBe(201)
  }
  const old = `Old warehouse ${stamp}`
  const next = `New warehouse ${stamp}`
  await make(old, `old-warehouse-${stamp}`)
  await make(next, `new-warehouse-${stamp}`)
  const { id } = await publish('Asks the warehouse', {
    steps: [
      {
        id: 'read',
        title: 'Read',
        type: 'warehouse-query',
        after: [],
        config: { connection: `old-warehouse-${stamp}`, query: 'select 1' },
      },
    ],
  })
  await page.goto('/connections')
  await page.getByRole('button', { name: `More for ${old}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Delete “${old}”?` })
  await expect(dialog.getByRole('list', { name: 'Workflows that use it' })).toContainText(
    'published',
  )
  const sure = dialog.getByRole('button', { name: 'Delete for good' })
  await expect(sure).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByLabel('What they use instead').selectOption(`new-warehouse-${stamp}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Replace and delete' }).click()
  await expect(page.getByText(`“${old}” is deleted.`)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: old })).toHaveCount(0)
  const workflow = await (await api.get(`/api/v2/workflows/${id}`)).json()
  expect(workflow.draft.steps[0].config.connection).toBe(`new-warehouse-${stamp}`)
})

test('lists of the settings and of runs fit a phone, and say what each entry is', async ({
  page,
  signedIn,
  api,
}) => {
  await signedIn()
  await page.setViewportSize({ width: 390, height: 844 })
  await api.post('/api/v2/workflows/nightly-check/runs', { data: { startData: {} } })
  for (const [address, list, field] of [
    ['/settings?tab=members', 'List of members', 'Role'],
    ['/settings?tab=api-keys', 'List of API keys', 'Role'],
    ['/settings?tab=audit', 'Audit entries', 'Who'],
    ['/runs', 'List of runs', 'Started'],
  ] as const) {
    await page.goto(address)
    const region = page.getByRole('region', { name: list })
    const row = region.getByRole('row').nth(1)
    await expect(row).toBeVisible()
    const beyond = await region.evaluate((shown) => shown.scrollWidth - shown.clientWidth)
    expect(beyond, list).toBe(0)
    const words = await row
      .locator('td')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content))
    expect(words.join(), list).toContain(field)
  }
})
