import type { Locator } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { givePassword } from '../organization/people.ts'
import { onlyRun } from '../runs.ts'
import { openScreen } from '../screens.ts'

const phone = { width: 390, height: 844 }

test('a phone shows the runs first, and filters behind a button that counts them', async ({
  page,
  signedIn,
}) => {
  await page.setViewportSize(phone)
  await signedIn()
  await page.goto('/runs')
  await expect(page.getByLabel('Status')).toBeHidden()
  const more = page.getByRole('button', { name: 'More filters' })
  await more.press('Enter')
  await page.getByLabel('Status').selectOption('Completed')
  await page.getByLabel('Field', { exact: true }).fill('patientId')
  await page.getByLabel('is', { exact: true }).fill('4711')
  await page.waitForURL(/value=4711/)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Fewer filters/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'More filters 2 in use' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/\/runs$/)
  // The filter by a field is empty, too, and does not come back.
  await more.press('Enter')
  await expect(page.getByLabel('Field', { exact: true })).toHaveValue('')
  await expect(page.getByText('No run matches')).toBeHidden()
  await expect(page).toHaveURL(/\/runs$/)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page.getByLabel('Status')).toBeVisible()
  await expect(page.getByRole('button', { name: /filters/ })).toHaveCount(0)
})

test('each API key has its own menu on a phone', async ({ page }) => {
  // Signed in a moment ago, as who creates a key has to be.
  await givePassword(page, process.env['E2E_EMAIL'] ?? '', {
    given: process.env['E2E_PASSWORD'] ?? '',
  })
  await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  const headers = { origin: new URL(page.url()).origin }
  const names = [`First bridge ${Date.now()}`, `Second bridge ${Date.now()}`]
  const ids: string[] = []
  for (const name of names) {
    const created = await page.request.post('/api/v2/api-keys', { data: { name }, headers })
    expect(created.status(), await created.text()).toBe(201)
    ids.push(((await created.json()) as { id: string }).id)
  }
  await page.setViewportSize(phone)
  await page.goto('/settings')
  for (const name of names) {
    await page.getByRole('button', { name: `Acts on the key ${name}` }).click()
    await expect(page.getByRole('menuitem', { name: 'Rotate…' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menuitem', { name: 'Rotate…' })).toHaveCount(0)
  }
  for (const [at, id] of ids.entries()) {
    const params = { confirm: names[at] ?? '' }
    const deleted = await page.request.delete(`/api/v2/api-keys/${id}`, { params, headers })
    expect(deleted.status()).toBe(204)
  }
})

test('a screen with documents fits a phone before its program is there', async ({
  browser,
  baseURL,
  ownerCookies,
  publish,
  api,
}) => {
  const file = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello.') }
  const sent = await api.post('/api/v2/files', { multipart: { file } })
  const { id, fileName } = (await sent.json()) as { id: string; fileName: string }
  const show = [
    { label: 'Patient', value: 'Marlowe Quintero' },
    { label: 'Letter', value: { id, fileName } },
  ]
  const { slug } = await publish('Narrow', {
    steps: [{ id: 'look', title: 'Look', type: 'screen', config: { title: 'Look at it', show } }],
  })
  const task = await openScreen(api, slug)
  const context = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    viewport: phone,
  })
  await context.addCookies(ownerCookies)
  const page = await context.newPage()
  await page.route(/\/_next\/static\/.*\.js/, async (route) => await route.abort())
  await page.goto(`/inbox/${task}`, { waitUntil: 'commit' })
  const value = page.getByText('Marlowe Quintero').last()
  await expect(value).toBeVisible()
  await expect(page.getByRole('region', { name: 'Documents' })).toBeHidden()
  await expect(page.getByRole('separator', { name: 'Width of the documents' })).toBeHidden()
  // In one line, and nothing is cut at the side.
  expect((await value.boundingBox())?.height).toBeLessThan(30)
  const width = await page.locator('html').evaluate((html) => html.scrollWidth)
  expect(width).toBeLessThanOrEqual(phone.width)
  await page.goto(`/inbox?workflow=${slug}`, { waitUntil: 'commit' })
  const row = page.getByRole('row').filter({ hasText: 'Look at it' })
  await expect(row.getByText('Nobody')).toBeVisible()
  await expect(row.getByText('Normal')).toBeHidden()
  await context.close()
})

test('the drawing of a run begins at its first step on a phone, with no button over it', async ({
  page,
  context,
  signedIn,
  publish,
  api,
}) => {
  const later = Array.from({ length: 9 }, (_, at) => ({
    id: `s${at}`,
    title: `Step ${at}`,
    type: 'transform',
    after: [{ step: at === 0 ? 'first' : `s${at - 1}` }],
    config: { value: 1 },
  }))
  const first = { id: 'first', title: 'Look', type: 'screen', config: { title: 'Look at it' } }
  const { id: workflowId, slug } = await publish('Tall', { steps: [first, ...later] })
  await openScreen(api, slug)
  const { id } = await onlyRun<{ id: string }>(api, slug)
  await signedIn()
  await page.setViewportSize(phone)
  const drawing = page.getByRole('region', { name: 'The workflow of this run' })
  const topOf = async () => {
    const place = await drawing.boundingBox()
    const step = await drawing.getByText('Look', { exact: true }).first().boundingBox()
    return Math.round((step?.y ?? 0) - (place?.y ?? 0))
  }
  await context.route(/\/_next\/static\/.*\.js/, async (route) => await route.abort())
  await page.goto(`/runs/${id}`, { waitUntil: 'commit' })
  await expect(drawing).toBeVisible()
  const ofServer = await topOf()
  expect(ofServer).toBeLessThan(150)
  await context.unroute(/\/_next\/static\/.*\.js/)
  await page.goto(`/runs/${id}`)
  expect(Math.abs((await topOf()) - ofServer)).toBeLessThan(3)
  await expectBelowSteps(drawing, [drawing.locator('.react-flow__controls')])
  // In the editor its own buttons stand beside those of the view.
  await page.goto(`/workflows/${workflowId}`)
  const canvas = page.getByRole('region', { name: 'Canvas' })
  const view = canvas.locator('.react-flow__controls')
  await expect(view).toBeVisible()
  const own = ['Add a step', 'Workflow'].map((name) => page.getByRole('button', { name }).last())
  await expectBelowSteps(canvas, [view, ...own])
  const endOfView = await view.boundingBox().then((box) => (box ? box.x + box.width : 0))
  for (const button of own)
    expect((await button.boundingBox())?.x).toBeGreaterThanOrEqual(endOfView)
})

/** Buttons under a drawing, not over it. */
async function expectBelowSteps(drawing: Locator, buttons: Locator[]): Promise<void> {
  const steps = await drawing.locator('.react-flow__renderer').boundingBox()
  for (const button of buttons)
    expect((await button.boundingBox())?.y).toBeGreaterThanOrEqual(
      (steps?.y ?? 0) + (steps?.height ?? 0),
    )
}
