import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** The secret that the open dialog shows; its button is the only way out. */
async function copiedKey(page: Page): Promise<string> {
  const field = page.getByLabel('The new API key')
  const key = await field.inputValue()
  await page.keyboard.press('Escape')
  await expect(field).toBeVisible()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await expect(field).toHaveCount(0)
  return key
}

/** Signs in again: to create a key, the person must have confirmed who they are a short while ago. */
async function signIn(page: Page): Promise<void> {
  await page.goto('/sign-in?next=%2Fsettings%3Ftab%3Dapi-keys')
  await page.getByLabel('E-mail').fill(process.env['E2E_EMAIL'] ?? '')
  await page.getByLabel('Password').fill(process.env['E2E_PASSWORD'] ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Create API key' })).toBeVisible()
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Acts on the key ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('a key for little is created, held to it, rotated, and refused when it is deleted', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signIn(page)
  const base = baseURL ? { baseURL } : {}
  const system = async (key: string) =>
    await playwright.request.newContext({
      ...base,
      extraHTTPHeaders: { authorization: `Bearer ${key}` },
    })
  const name = `Bridge ${Date.now()}`
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page
    .getByLabel('Role', { exact: true })
    .selectOption({ label: 'Choose permissions one by one' })
  await page.getByLabel('Read runs', { exact: true }).uncheck()
  await page.getByLabel('Workflows', { exact: true }).selectOption('some')
  const picker = page.getByRole('group', { name: 'Workflows that the key may touch' })
  // Other journeys delete workflows of theirs.
  await picker.getByRole('checkbox', { name: 'Referral intake', exact: true }).last().check()
  await page.getByLabel('Expires').selectOption('90')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const key = await copiedKey(page)
  expect(key).toMatch(/^rk_live_/)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('2 permissions')
  await expect(row).toContainText('Active')
  await expect(row).toContainText('Never')
  await expect(page.getByText(key)).toHaveCount(0)

  const old = await system(key)
  const allowed = await old.get('/api/v2/workflows')
  expect(allowed.status()).toBe(200)
  expect(((await allowed.json()) as { items: unknown[] }).items).toHaveLength(1)
  expect(allowed.headers()['ratelimit-policy']).toContain('"key";q=')
  expect((await old.get('/api/v2/runs')).status()).toBe(403)
  const refused = await old.post('/api/v2/api-keys', { data: { name: 'Another' } })
  expect(refused.status()).toBe(403)
  await expect(row).not.toContainText('Never')

  await choose(page, name, 'Rotate…')
  await page.getByRole('button', { name: 'Make the new key' }).click()
  const renewed = await system(await copiedKey(page))
  await expect(row).toContainText('the old key until')
  expect((await renewed.get('/api/v2/workflows')).status()).toBe(200)
  expect((await old.get('/api/v2/workflows')).status()).toBe(200)

  await choose(page, name, 'Rotate…')
  await page.getByLabel('The old key goes on working for').selectOption('0')
  await page.getByRole('button', { name: 'Make the new key' }).click()
  const last = await system(await copiedKey(page))
  expect((await old.get('/api/v2/workflows')).status()).toBe(401)
  expect((await renewed.get('/api/v2/workflows')).status()).toBe(401)
  expect((await last.get('/api/v2/workflows')).status()).toBe(200)

  await choose(page, name, 'Delete…')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('This is permanent.')
  await expect(dialog).toContainText('It was last used on')
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel('Type the name of the key to confirm').fill(name)
  await confirm.click()
  // Nothing behind the open dialog has a role, so the table is checked after it has closed.
  await expect(page.getByText(`The key “${name}” is deleted.`)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(row).toHaveCount(0)
  const dead = await last.get('/api/v2/workflows')
  expect(dead.status()).toBe(401)
  expect(await dead.json()).toMatchObject({ error: 'unauthorized', statusCode: 401 })
  for (const context of [old, renewed, last]) await context.dispose()
})

test('a test key is marked in the list', async ({ page }) => {
  await signIn(page)
  const name = `Trial ${Date.now()}`
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Kind').selectOption('test')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  expect(await copiedKey(page)).toMatch(/^rk_test_/)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByText('test', { exact: true })).toBeVisible()
})
