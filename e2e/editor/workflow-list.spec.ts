import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { openedWorkflow } from '../workflows.ts'

test('a new workflow is refused at the field at fault, and made when that is put right', async ({
  page,
  signedIn,
}) => {
  const name = `Named ${Date.now()}`
  await signedIn()
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New workflow' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New workflow' })
  const slug = dialog.getByLabel('Slug')
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(create).toBeDisabled()

  // The slug follows the name until it is written, and again when it is emptied.
  await dialog.getByLabel('Name').fill(name)
  await expect(slug).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await slug.fill('Not a slug')
  await create.click()
  await expect(slug).toHaveAttribute('aria-invalid', 'true')
  await expect(slug).toBeFocused()
  await slug.fill('referral-intake')
  await create.click()
  await expect(slug).toHaveAccessibleDescription(/referral-intake/)
  await expect(slug).toBeFocused()
  await expectAccessible(page)
  await slug.fill('')
  await expect(slug).toHaveValue(name.toLowerCase().replace(' ', '-'))
  await dialog.getByLabel('Nightly check').check()
  await create.click()
  await openedWorkflow(page)
  await expect(page.locator('.react-flow__node-step')).toHaveCount(3)
})

test('what cannot be imported is refused at its field; an export is imported', async ({
  page,
  signedIn,
  api,
}) => {
  await signedIn()
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a workflow' })
  const text = dialog.getByLabel('Or paste the JSON')
  const submit = dialog.getByRole('button', { name: 'Import' })
  await expect(submit).toBeDisabled()
  await text.fill('{"steps": ')
  await submit.click()
  await expect(text).toHaveAccessibleDescription(/This is not JSON/)
  await expect(text).toBeFocused()
  await text.fill('{"steps": 1}')
  await expect(text).toHaveAccessibleDescription(/This is not a workflow/)
  await expectAccessible(page)

  const workflow = (await (await api.get('/api/v2/workflows/referral-intake')).json()) as {
    draft: { steps: unknown[] }
  }
  const exported = await api.get('/api/v2/workflows/referral-intake/export')
  await dialog.getByLabel('File').setInputFiles({
    name: 'referral.json',
    mimeType: 'application/json',
    buffer: Buffer.from(await exported.text()),
  })
  await expect(text).toHaveAttribute('aria-invalid', 'false')
  await submit.click()
  // The slug of the export is taken here.
  await openedWorkflow(page)
  await expect(page.locator('.react-flow__node-step')).toHaveCount(workflow.draft.steps.length)
})
