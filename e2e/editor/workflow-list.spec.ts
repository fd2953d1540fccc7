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
  const slug = dialog.getByLabel('Short name')
  const create = dialog.getByRole('button', { name: 'Create' })
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(create).toBeDisabled()

  // The slug follows the name until it is written, and again when it is emptied.
  await dialog.getByLabel('Name', { exact: true }).fill(name)
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

test('workflows lie in folders and have tags, by which they are found', async ({
  page,
  signedIn,
  publish,
}) => {
  const stamp = Date.now()
  const steps = [{ id: 'wait', type: 'wait', title: 'Wait', config: { seconds: 1 } }]
  await publish('Filed', { steps })
  const tag = `intake ${stamp}`
  await signedIn()
  await page.goto('/workflows')
  await page.getByRole('button', { name: 'New folder' }).click()
  const naming = page.getByRole('dialog', { name: 'New folder' })
  await naming.getByLabel('Name').fill(`Team ${stamp}`)
  await page.keyboard.press('Enter')
  await expect(naming).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: 'Search workflows' })
  await search.fill('Filed')
  const row = page.getByRole('row').filter({ hasText: 'Filed' }).first()
  const act = async (item: string) => {
    await row.getByRole('button', { name: /^More for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await act('Tags…')
  const tags = page.getByRole('dialog', { name: /^Tags of/ })
  await tags.getByLabel('Add a tag').fill(tag)
  await page.keyboard.press('Enter')
  await expect(tags.getByRole('list', { name: 'Tags' })).toContainText(tag)
  await expectAccessible(page)
  await tags.getByRole('button', { name: 'Save tags' }).click()
  await expect(row).toContainText(tag)
  await act('Move to a folder…')
  await page.getByLabel('To', { exact: true }).selectOption({ label: `Team ${stamp}` })
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(page.getByText(/“Filed \d+” is in Team \d+ now\./)).toBeVisible()

  // By its tag over all folders, with the place of each; and in its folder.
  await search.fill('')
  await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption(tag)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText(`Team ${stamp}`)
  await page.goto('/workflows')
  await page.getByRole('link', { name: `Team ${stamp} 1 workflow` }).click()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row).toContainText('Filed')

  // A folder that ends leaves its workflows to the one around it.
  await page.getByRole('button', { name: `More for the folder Team ${stamp}` }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete the folder' }).click()
  await expect(page).toHaveURL(/\/workflows$/)
  await search.fill('Filed')
  await expect(row).toContainText(tag)
})
