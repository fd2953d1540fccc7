import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

type Form = {
  path: string
  /** The button that opens it. */
  open: string | RegExp
  /** What is chosen there before. */
  tab?: string
  /** What is typed, by label; the first one is looked at. */
  fields: Record<string, string>
  save: string | RegExp
}

const forms: Form[] = [
  {
    path: '/settings?tab=calendars',
    open: 'New calendar',
    fields: { Name: 'Night shift' },
    save: 'Save',
  },
  {
    path: '/settings?tab=roles',
    open: 'New role',
    fields: { Name: 'Night nurse' },
    save: 'Create role',
  },
  {
    path: '/settings?tab=members',
    open: 'Add member',
    fields: { Name: 'Nora Night', 'E-mail': 'nora.night@example.com' },
    save: 'Create the link',
  },
  {
    path: '/settings?tab=api-keys',
    open: 'Create API key',
    fields: { Name: 'Night job' },
    save: 'Create',
  },
  {
    path: '/settings?tab=absence',
    open: 'Enter an absence',
    fields: { 'Note for colleagues': 'At the sea' },
    save: 'Save',
  },
  {
    path: '/connections',
    open: 'Add a connection: Bank feed',
    fields: { Name: 'Night bank' },
    save: 'Create',
  },
  {
    path: '/policies',
    open: 'Add a policy',
    tab: 'Write or paste',
    fields: { Title: 'Night policy', Text: 'Nights are paid twice.' },
    save: /^Add/,
  },
  {
    path: '/workflows',
    open: 'New folder',
    fields: { Name: 'Night work' },
    save: 'Create folder',
  },
  {
    path: '/workflows',
    open: 'New workflow',
    fields: { Name: 'Night round' },
    save: 'Create',
  },
  {
    path: '/organizations',
    open: 'Create an organization',
    fields: {
      Name: 'Night clinic',
      'Name of the first owner': 'Olga Owner',
      'E-mail of the first owner': 'olga@example.com',
    },
    save: /^Create/,
  },
]

/** Changes are refused by a server that is in trouble; pages are still read. */
async function breakSaving(page: Page): Promise<void> {
  await page.route(/\/api\/v2\//, async (route) => {
    if (route.request().method() === 'GET') return await route.fallback()
    const json = { error: 'internal', message: 'We have a problem.', statusCode: 500, details: {} }
    await route.fulfill({ status: 500, json })
  })
}

async function opened(page: Page, { path, open, tab, fields }: Form): Promise<Locator> {
  await page.goto(path)
  await page.getByRole('button', { name: open, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  if (tab) await dialog.getByRole('tab', { name: tab }).click()
  for (const [label, value] of Object.entries(fields))
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(value)
  return dialog
}

for (const form of forms)
  test(`${form.path}, ${String(form.open)}: keeps what was typed`, async ({
    page,
    context,
    signedIn,
  }) => {
    await signedIn()
    const dialog = await opened(page, form)
    const label = Object.keys(form.fields)[0] ?? ''
    const value = form.fields[label] ?? ''
    const field = dialog.getByRole('textbox', { name: label, exact: true })
    const question = page.getByRole('alertdialog', { name: 'Not saved yet' })
    const isKept = async () => await expect(field).toHaveValue(value)

    // Closed by mistake: by the cross, by a key, and beside it.
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toBeHidden()
    await isKept()
    await field.press('Escape')
    await expect(question).toBeVisible()
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toBeHidden()
    await expect(field).toBeFocused()
    await page.mouse.click(5, 5)
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await isKept()

    const save = dialog.getByRole('button', { name: form.save, exact: true })
    const said = page.getByText('We have a problem.')
    await breakSaving(page)
    await save.click()
    await expect(said.first()).toBeVisible()
    await isKept()
    await page.unroute(/\/api\/v2\//)
    await context.setOffline(true)
    await save.click()
    await expect(
      page.getByText(/cannot be reached|no connection|connection was lost/i).first(),
    ).toBeVisible()
    await isKept()
    await context.setOffline(false)

    await field.press('Escape')
    await question.getByRole('button', { name: 'Throw it away' }).click()
    await expect(dialog).toBeHidden()
  })

test('a dialog in which nothing was typed closes at once', async ({ page, signedIn }) => {
  await signedIn()
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New folder' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a sheet in which everything was saved closes at once', async ({ page, signedIn }) => {
  await signedIn()
  await page.goto('/settings?tab=members')
  await page.getByRole('button', { name: 'Add member' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Sam Saved')
  await dialog.getByLabel('E-mail').fill(`sam.saved-${Date.now()}@example.com`)
  await dialog.getByRole('button', { name: 'Create the link' }).click()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the settings of the organization keep what was typed when they are not saved', async ({
  page,
  context,
  signedIn,
}) => {
  await signedIn()
  await page.goto('/settings?tab=organization')
  const note = page.getByLabel('Privacy note on shared forms')
  await note.fill('We keep it for a year.')
  await breakSaving(page)
  const form = page.locator('form').filter({ has: note })
  const save = form.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect(page.getByText('We have a problem.').first()).toBeVisible()
  await expect(note).toHaveValue('We keep it for a year.')
  await page.unroute(/\/api\/v2\//)
  await context.setOffline(true)
  await save.click()
  await expect(page.getByText(/cannot be reached|no connection/i).first()).toBeVisible()
  await context.setOffline(false)
  // What it reads again when the connection is back takes nothing away.
  await expect(note).toHaveValue('We keep it for a year.')
})
