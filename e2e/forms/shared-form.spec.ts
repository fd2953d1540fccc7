import type { Request } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { readRun } from '../runs.ts'

/** Compressed, of all scripts that the page loads before its first field can be used. */
const mostScriptBytes = 130_000

test('a visitor without an account fills in a shared form; a closed link shows nothing', async ({
  page,
  api,
}) => {
  const share = async (formPublic: boolean) => {
    // A journey fills it in faster than people do, and would be asked for a proof.
    const data = { formPublic, formProtection: 'off' }
    const changed = await api.patch('/api/v2/workflows/referral-intake', { data })
    return (await changed.json()) as { formToken: string }
  }
  const { formToken } = await share(true)
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  const scripts: Request[] = []
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') scripts.push(request)
  })
  // On a slow line the form is there before its program, and what is typed meanwhile stays.
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/f/assets/**', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`/f/${formToken}`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { name: 'Referral intake' })).toBeVisible()
  await page.getByLabel('Patient name').fill('Reese Okonjo')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  release()
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expect(page.getByLabel('Patient name')).toHaveValue('Reese Okonjo')
  const sizes = await Promise.all(scripts.map((script) => script.sizes()))
  const bytes = sizes.map(({ responseBodySize }) => responseBodySize)
  expect(scripts.length).toBeGreaterThan(0)
  expect(bytes.reduce((all, each) => all + each, 0)).toBeLessThan(mostScriptBytes)
  await expectAccessible(page)
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

  expect(faults).toEqual([])

  type Run = { trigger: string; startData: { documents: { fileName: string }[]; source: string } }
  const found = await api.get(`/api/v2/runs?q=${reference}`)
  const [{ id } = { id: '' }] = ((await found.json()) as { items: { id: string }[] }).items
  const run = await readRun<Run>(api, id)
  expect(run.trigger).toBe('form')
  expect(run.startData.documents.map(({ fileName }) => fileName)).toEqual(['scan.txt'])
  expect(run.startData.source).toBe('referral-form')

  await share(false)
  await page.goto(`/f/${formToken}`)
  await expect(page.getByText('This link does not open a form.')).toBeVisible()
})
