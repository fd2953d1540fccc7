import { expect, test } from '../fixtures.ts'

test('an API key is shown once, works, and is refused as soon as it is deleted by its name', async ({
  page,
  signedIn,
  playwright,
  baseURL,
}) => {
  await signedIn()
  await page.goto('/settings?tab=api-keys')
  const name = `Bridge ${Date.now()}`
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Role').selectOption('worker')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const key = await page.getByLabel('The new API key').inputValue()
  expect(key).toMatch(/^rk_live_/)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText('Never')
  await expect(page.getByText(key)).toHaveCount(0)

  const system = await playwright.request.newContext({
    ...(baseURL ? { baseURL } : {}),
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  expect((await system.get('/api/v2/runs')).status()).toBe(200)
  // A worker's key may not make keys.
  const refused = await system.post('/api/v2/api-keys', { data: { name: 'Another' } })
  expect(refused.status()).toBe(403)
  expect(await refused.json()).toMatchObject({ error: 'forbidden', statusCode: 403 })

  await expect(row).not.toContainText('Never')
  await page.getByRole('button', { name: `Delete the key ${name}` }).click()
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
  const dead = await system.get('/api/v2/runs')
  expect(dead.status()).toBe(401)
  expect(await dead.json()).toMatchObject({ error: 'unauthorized', statusCode: 401 })
  await system.dispose()
})
