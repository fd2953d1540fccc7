import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openedWorkflow } from '../workflows.ts'

test('a workflow of the gallery is tried, used, found, talked about and given another connection', async ({
  page,
  signedIn,
  api,
}) => {
  const slug = `second-${Date.now()}`
  const second = { kind: 'bank', slug, name: 'Second bank', provider: 'sandbox' }
  await signedIn()
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  await page.getByRole('link', { name: /Start from the gallery/ }).click()
  await page.getByRole('link', { name: 'Remittance reconciliation' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Remittance reconciliation')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Try this case: A day without remittances' }).click()
  await expect(page).toHaveURL(/\/runs\//)
  await expect(page.getByText('Completed').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'open that draft' }).click()
  await openedWorkflow(page)
  const address = new URL(page.url())

  await page.goto('/workflows/find?stepType=sync-transactions&text=bank%20feed')
  const found = page.getByRole('list', { name: 'Found workflows' })
  const step = found.locator(`a[href^="${address.pathname}?step=bank"]`).first()
  await expect(step).toBeVisible()
  await step.click()
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Read the bank feed')

  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('button', { name: 'Write a comment' }).click()
  await comments.getByLabel('New comment').fill('Is this the account for fees?')
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comments.getByText('1 open')).toBeVisible()
  await expect(page.locator('[data-comments="bank"]')).toBeVisible()
  await expectAccessible(page)
  await comments.getByRole('button', { name: 'Resolve' }).click()
  await expect(comments.getByText('resolved', { exact: true })).toBeVisible()
  await expect(page.locator('[data-comments="bank"]')).toHaveCount(0)

  const headers = { origin: process.env['E2E_BASE_URL'] ?? '' }
  const made = await page.request.post('/api/v2/connections', { data: second, headers })
  expect(made.status()).toBe(201)
  await page.goto('/connections')
  await page.getByRole('button', { name: 'More for Sandbox bank' }).click()
  await page.getByRole('menuitem', { name: 'Where it is used' }).click()
  await page.getByRole('button', { name: 'Replace it everywhere…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace “Sandbox bank”' })
  await dialog.getByLabel('Use instead').selectOption(slug)
  await expectAccessible(page)
  // What becomes what, in each step.
  const reconciles = dialog
    .getByRole('listitem')
    .filter({ hasText: 'Remittance reconciliation' })
    .last()
  await expect(reconciles.getByRole('deletion').first()).toHaveText('sandbox')
  await expect(reconciles.getByRole('insertion').first()).toHaveText(slug)
  // The other workflows belong to other journeys.
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck()
  await dialog.getByRole('checkbox', { name: 'Remittance reconciliation' }).last().check()
  await dialog.getByRole('button', { name: 'Change 1 draft' }).click()
  await expect(dialog.getByRole('status')).toContainText('One draft is changed.')
  const id = address.pathname.split('/').at(-1) ?? ''
  const read = await api.get(`/api/v2/workflows/${id}`)
  expect(await read.text()).toContain(slug)
})
