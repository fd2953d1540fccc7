import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

test('a shared form: somebody without an account fills it in, with a file; closed again it tells nothing', async ({
  page,
  api,
}) => {
  const share = async (formPublic: boolean) =>
    (await (
      await api.patch('/api/v2/workflows/referral-intake', { data: { formPublic } })
    ).json()) as { formToken: string }
  const { formToken } = await share(true)
  await page.goto(`/f/${formToken}`)
  await expect(page.getByRole('heading', { name: 'Referral intake' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Patient name').fill('Reese Okonjo')
  await page.getByLabel('EMR patient id').fill('not an id')
  await page.getByLabel('Diagnosis').fill('Shoulder pain')
  await page
    .getByLabel('Referral documents: choose files')
    .setInputFiles({ name: 'scan.txt', mimeType: 'text/plain', buffer: Buffer.from('a scan') })
  await expect(page.getByRole('button', { name: 'Remove scan.txt' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  // Refused at the field, and nothing typed is lost.
  await expect(page.getByLabel('EMR patient id')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Patient name')).toHaveValue('Reese Okonjo')
  await page.getByLabel('EMR patient id').fill('EMR-1003')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, this was received' })).toBeVisible()
  const reference = (await page.locator('code').first().textContent()) ?? ''

  const run = (await (await api.get(`/api/v2/runs/${reference}`)).json()) as {
    trigger: string
    startData: { documents: { fileName: string }[]; source: string }
  }
  expect(run.trigger).toBe('form')
  expect(run.startData.documents.map(({ fileName }) => fileName)).toEqual(['scan.txt'])
  expect(run.startData.source).toBe('referral-form')

  await share(false)
  await page.goto(`/f/${formToken}`)
  await expect(page.getByText('This link does not open a form.')).toBeVisible()
})
