import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { APIRequestContext, Page, Route } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { onlyRun } from '../runs.ts'

const megabyte = 1024 * 1024

const documents = { type: 'array', 'x-formFieldType': 'multi-file', title: 'Documents' }
const startData = {
  type: 'object',
  required: ['patient'],
  properties: { patient: { type: 'string', title: 'Patient' }, documents },
}
const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]

/** A file on the disk: it can be chosen twice, as the same one. */
function fileOf(name: string, size: number): { file: string; sha256: string } {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'rounds-file-')), name)
  const bytes = randomBytes(size)
  writeFileSync(file, bytes)
  return { file, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const choose = (page: Page) => page.getByLabel('Documents: choose files')
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const parts = /\/uploads\/[0-9a-f-]{36}\/content/
const offsetOf = (route: Route) => Number(new URL(route.request().url()).searchParams.get('offset'))

type Run = { startData: { documents?: { id: string; fileName: string }[] } }
const documentsOf = async (api: APIRequestContext, slug: string) =>
  (await onlyRun<Run>(api, slug)).startData.documents ?? []

test('a form waits for its files, and a reload says which ones were cut off', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { slug } = await publish('Waits for files', { startData, steps })
  const { file, sha256 } = fileOf('mri.dcm', 3 * megabyte)
  await signedIn()
  // The first part arrives; what comes after it is on its way for as long as the page is open.
  const offsets: number[] = []
  await page.route(parts, async (route) => {
    offsets.push(offsetOf(route))
    if (offsetOf(route) === 0) await route.continue()
  })
  await page.goto(`/forms/${slug}`)
  await page.getByLabel('Patient').fill('Avery')
  await choose(page).setInputFiles(file)
  await expect.poll(() => offsets.length).toBe(2)

  await send(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Not sent yet' })
  await expect(alert).toContainText('1 file is still being sent.')
  await expect(alert).toBeFocused()

  await page.getByRole('link', { name: 'Runs' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave before all files are sent?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(new RegExp(`/forms/${slug}$`))

  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded

  // What was typed is here again; the file is listed, and the form is not sent before it is chosen
  // again.
  await expect(page.getByLabel('Patient')).toHaveValue('Avery')
  await expect(page.getByText('This was not sent: the page was left')).toBeVisible()
  await send(page).click()
  await expect(alert).toContainText('1 file was not sent: send it again or remove it first.')
  await page.unroute(parts)
  const goesOn = page.waitForRequest((request) => parts.test(request.url()))
  await choose(page).setInputFiles(file)
  expect(new URL((await goesOn).url()).searchParams.get('offset')).toBe(String(megabyte))
  await expect(page.getByRole('button', { name: 'Remove mri.dcm' })).toBeVisible()
  await expect(alert).toHaveCount(0)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  const [stored] = await documentsOf(api, slug)
  const received = await (await api.get(`/api/v2/files/${stored?.id}`)).json()
  expect(received).toMatchObject({ fileName: 'mri.dcm', size: 3 * megabyte, sha256 })
})

test('a file goes on by itself after the connection was lost', async ({ page, publish, api }) => {
  const { id, slug } = await publish('Lost connections', { startData, steps })
  const shared = await api.patch(`/api/v2/workflows/${id}`, {
    data: { formPublic: true, formProtection: 'off' },
  })
  const { formToken } = (await shared.json()) as { formToken: string }
  const { file, sha256 } = fileOf('ct.dcm', 5 * megabyte)
  let lost = 0
  await page.route(parts, async (route) => {
    // The second part is lost twice: once on the way, once only its answer.
    if (offsetOf(route) !== megabyte || lost === 2) return await route.continue()
    lost += 1
    if (lost === 2) await route.fetch()
    await route.abort('connectionreset')
  })
  await page.goto(`/f/${formToken}`)
  await page.getByLabel('Patient').fill('Blake')
  await choose(page).setInputFiles(file)
  await expect(page.getByText('The connection was lost. This goes on by itself')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove ct.dcm' })).toBeVisible()
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  expect(lost).toBe(2)
  const [stored] = await documentsOf(api, slug)
  const received = await (await api.get(`/api/v2/files/${stored?.id}`)).json()
  expect(received).toMatchObject({ size: 5 * megabyte, sha256 })
})

test('a file that cannot be sent has to be removed first', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { slug } = await publish('Empty files', { startData, steps })
  await signedIn()
  await page.goto(`/forms/${slug}`)
  await page.getByLabel('Patient').fill('Casey')
  const empty = fileOf('empty.txt', 0)
  const letter = fileOf('letter.txt', 20)
  await choose(page).setInputFiles([empty.file, letter.file])
  await expect(page.getByText('This file is empty.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove letter.txt' })).toBeVisible()
  await send(page).click()
  await expect(
    page.getByText('1 file was not sent: send it again or remove it first.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Remove empty.txt' }).click()
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  const names = (await documentsOf(api, slug)).map(({ fileName }) => fileName)
  expect(names).toEqual(['letter.txt'])
})
