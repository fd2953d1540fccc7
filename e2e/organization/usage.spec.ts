import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('an administrator limits an organization, and its owner sees what is used', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  await page.goto('/organizations')
  const open = page.getByRole('button', { name: 'Limits of Rounds Demo', exact: true })
  await open.click()
  const dialog = page.getByRole('dialog')
  const storage = dialog.getByLabel('Files, in MB')
  await storage.fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(storage).toHaveAttribute('aria-invalid', 'true')
  // So much that no other journey meets it.
  await storage.fill('1000000')
  await dialog.getByLabel('Code steps, in seconds an hour').fill('90000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/settings?tab=usage')
  await expect(page.getByRole('progressbar', { name: 'Files' })).toBeVisible()
  await expect(page.getByText('of 90,000 s')).toBeVisible()
  await expectAccessible(page)

  await page.goto('/organizations')
  await open.click()
  await expect(storage).toHaveValue('1000000')
  await storage.fill('')
  await dialog.getByLabel('Code steps, in seconds an hour').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
})
