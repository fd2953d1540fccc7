import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('a policy is added as text, refused where its id is taken, corrected, and replaced', async ({
  page,
  signedIn,
}) => {
  const name = `Imaging rules ${Date.now()}`
  const id = name.toLowerCase().replaceAll(' ', '-')
  await signedIn()
  await page.goto('/policies')
  await page.getByRole('button', { name: 'Add a policy' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a policy' })
  await dialog.getByRole('tab', { name: 'Write or paste' }).click()
  const written = dialog.getByRole('tabpanel', { name: 'Write or paste' })
  const add = written.getByRole('button', { name: 'Add policy' })
  await expect(add).toBeDisabled()

  // The id follows the title until somebody writes it; what is wrong with it stands beside it.
  await written.getByLabel('Title').fill(name)
  await expect(written.getByLabel('Id')).toHaveValue(id)
  await written.getByLabel('Text').fill('An MRI needs six weeks of therapy first.')
  await written.getByLabel('Id').fill('No slug')
  await add.click()
  await expect(written.getByLabel('Id')).toBeFocused()
  await expect(written.getByLabel('Id')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)
  await written.getByLabel('Id').fill(id)
  await add.click()
  const sheet = page.getByRole('dialog', { name })
  await expect(sheet.getByText('An MRI needs six weeks')).toBeVisible()

  await sheet.getByRole('button', { name: 'Edit the text' }).click()
  await sheet.getByLabel('Text').fill('An MRI needs four weeks of therapy first.')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet.getByText('An MRI needs four weeks')).toBeVisible()
  await sheet.getByRole('button', { name: 'Replace by a document' }).click()
  const file = { name: 'rules.txt', mimeType: 'text/plain', buffer: Buffer.from('No MRI at all.') }
  await sheet.getByLabel('Document').setInputFiles(file)
  await sheet.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(sheet.getByText('No MRI at all.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).click()

  // An upload suggests an id from the file, and refuses one that exists before anything is sent.
  await page.getByRole('button', { name: 'Add a policy' }).click()
  const upload = dialog.getByRole('tabpanel', { name: 'Upload a file' })
  await upload.getByLabel('Document').setInputFiles({ ...file, name: `${name}.txt` })
  await expect(upload.getByLabel('Id')).toHaveValue(id)
  await expect(upload.getByText('There is a policy of this id.')).toBeVisible()
  await expect(upload.getByRole('button', { name: 'Upload' })).toBeDisabled()
  await upload.getByLabel('Id').fill(`${id}-2`)
  await upload.getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByRole('dialog', { name }).getByText('No MRI at all.')).toBeVisible()
})
