import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { openScreen, screenOfRun } from '../screens.ts'

/** Delays the page's scripts, as a slow connection does, until the answer is called. */
async function delayScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await released
    await route.continue()
  })
  return release
}

test('what is typed before the page listens is not lost: patient cost', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  const release = await delayScripts(page)
  await page.goto('/patient-cost', { waitUntil: 'commit' })
  await page.getByLabel('Date of service').fill('2026-11-23')
  await page.getByLabel('Charge ($)').fill('200')
  await page.getByLabel('Place of service').selectOption('11')
  await page.getByLabel('Payer id').fill('EVERGREEN')
  await page.getByLabel('Member id').fill('EVG1001')
  await page.getByLabel('Your NPI').fill('1999999984')
  await page.getByLabel('Charge ($)').press('Enter')
  release()
  // The page has what was typed: nothing is missing, and it is drawn with it again.
  await page.getByRole('button', { name: 'Work out the cost' }).click()
  await expect(page.getByText('No estimate yet')).toHaveCount(0)
  await expect(page.getByLabel('Date of service')).toHaveValue('2026-11-23')
  await expect(page.getByLabel('Charge ($)')).toHaveValue('200')
  await expect(page.getByLabel('Place of service')).toHaveValue('11')
  expect(new URL(page.url()).search).toBe('')
})

test('what is typed before the page listens is not lost: sign-in', async ({ page }) => {
  const release = await delayScripts(page)
  await page.goto('/sign-in?next=/settings', { waitUntil: 'commit' })
  await page.getByLabel('E-mail').fill(process.env['E2E_EMAIL'] ?? '')
  await page.getByLabel('Password').fill(process.env['E2E_PASSWORD'] ?? '')
  await page.getByLabel('Password').press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  release()
  // What was pressed is done when the page listens.
  await page.waitForURL((url) => url.pathname === '/settings')
})

test('what is clicked before the page listens happens when it does', async ({ page, signedIn }) => {
  await signedIn()
  const release = await delayScripts(page)
  await page.goto('/inbox', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Keys of this page' }).click()
  release()
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
})

test('what is typed into a form and chosen in a menu is not lost while their code is on its way', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  const release = await delayScripts(page)
  await page.goto('/forms/referral-intake', { waitUntil: 'commit' })
  await page.getByLabel('Patient name').fill('Early Bird')
  await page.getByRole('button', { name: /^Account of/ }).click()
  release()
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByLabel('Diagnosis').fill('Knee pain')
  await expect(page.getByLabel('Patient name')).toHaveValue('Early Bird')
})

test('what is pressed on a screen before its form listens is done then, and once', async ({
  api,
  page,
  publish,
  signedIn,
}) => {
  const { slug } = await publish('Pressed early', {
    steps: [{ id: 'look', title: 'Look', type: 'screen', config: { title: 'Look at it' } }],
  })
  const taskId = await openScreen(api, slug)
  await signedIn()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(taskId)) sent.push(request.url())
  })
  const release = await delayScripts(page)
  await page.goto(`/inbox/${taskId}`, { waitUntil: 'commit' })
  const complete = page.getByRole('button', { name: 'Complete' })
  // It is disabled for the browser, and no person sees that.
  await expect(async () => {
    await complete.click({ force: true })
    await expect(complete).toHaveAttribute('data-pressed', '', { timeout: 1000 })
  }).toPass()
  await complete.click({ force: true })
  release()
  await expect(page.getByText(/^Completed\./)).toBeVisible()
  expect(sent.filter((url) => url.endsWith('/complete'))).toHaveLength(1)
})

test('comments of a case are seen before their code, and what is typed by then is kept', async ({
  page,
  context,
  api,
  signedIn,
}) => {
  const startData = { patientName: 'Early Comment', emrPatientId: 'EMR-1002', diagnosis: 'Knee' }
  const run = await startRun(api, 'referral-intake', { startData })
  const taskId = await screenOfRun(api, run.id)
  await signedIn()
  const headers = { origin: process.env['E2E_BASE_URL'] ?? '' }
  const data = { text: 'The fax is on its way.', mentions: [] }
  await context.request.post(`/api/v2/runs/${run.id}/comments`, { data, headers })

  const release = await delayScripts(page)
  await page.goto(`/inbox/${taskId}`, { waitUntil: 'commit' })
  const comments = page.getByRole('list', { name: 'Comments' })
  await expect(comments).toContainText('The fax is on its way.')
  const field = page.getByLabel('New comment')
  await field.pressSequentially('It came this')
  release()
  await field.pressSequentially(' morning')
  await expect(field).toHaveValue('It came this morning')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comments).toContainText('It came this morning')
  await expect(comments.getByRole('listitem')).toHaveCount(2)
})

test('the editor is seen before its code, and what is done by then is not lost', async ({
  page,
  signedIn,
  publish,
}) => {
  const wait = { type: 'wait', config: { seconds: 1 } }
  const { id } = await publish('Seen first', {
    steps: [
      { ...wait, id: 'first', title: 'First', after: [] },
      { ...wait, id: 'second', title: 'Second', after: [{ step: 'first' }] },
    ],
  })
  await signedIn()
  const release = await delayScripts(page)
  await page.goto(`/workflows/${id}`, { waitUntil: 'commit' })
  const step = page.locator('[data-step="second"]')
  await step.click()
  const seen = await step.boundingBox()
  release()
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Second')

  // The canvas takes the place of the picture, and nothing moves.
  await expect(step).toHaveCount(0)
  const shown = await page.locator('.react-flow__node[data-id="second"]').boundingBox()
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs((shown?.[side] ?? 0) - (seen?.[side] ?? 0)), side).toBeLessThan(2)

  // A key while the page listens already, but the editor's code is not here.
  await page.goto(`/workflows/${id}`, { waitUntil: 'commit' })
  await expect(page.locator('[data-step="second"], .react-flow__node-step').first()).toBeVisible()
  await expect(page.locator('[data-deaf="program"]')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find a step' })).toBeFocused()
})
