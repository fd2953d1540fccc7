import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('an owner adds a connection with limits, tests it, reads its last calls and deletes it', async ({
  page,
  signedIn,
}) => {
  const name = `Second bank ${Date.now()}`
  await signedIn()
  await page.goto('/connections')
  const filter = page.getByRole('searchbox', { name: 'Filter connections' })
  await filter.fill('bank')
  await expect(page.getByRole('heading', { name: 'Electronic medical record' })).toBeHidden()
  await page.getByRole('button', { name: 'Add a connection: Bank feed' }).click()
  const form = page.getByRole('dialog', { name: 'New connection: Bank feed' })
  await form.getByLabel('Provider').selectOption('sandbox')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Calls at once').fill('2')
  await form.getByLabel('Calls a minute').fill('120')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create' }).click()
  await expect(form).toBeHidden()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText('Limits: 2 at once · 120 a minute'),
  ).toBeVisible()

  const choose = async (item: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit…')
  await expect(page.getByLabel('Calls at once')).toHaveValue('2')
  await expect(page.getByLabel('Calls a minute')).toHaveValue('120')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Test ${name}` }).click()
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByTitle(/^The sandbox bank works/),
  ).toBeVisible()
  await choose('Last calls')
  const calls = page.getByRole('dialog', { name: `Last calls of “${name}”` })
  const list = calls.getByRole('list', { name: 'Last calls, newest first' })
  // Calls are written together, once a second.
  await expect(async () => {
    await calls.getByRole('button', { name: 'Refresh' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await expect(list).toContainText('ok')
  await page.keyboard.press('Escape')
  // A keyboard goes on where it was before the menu and the sheet.
  await expect(page.getByRole('button', { name: `More for ${name}` })).toBeFocused()

  await choose('Delete…')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Delete/ })
    .click()
  await expect(page.getByText(`“${name}” is deleted.`)).toBeVisible()
})
