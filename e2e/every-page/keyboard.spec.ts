import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keys.ts'
import { completedRun, startRun } from '../runs.ts'
import { onlyScreen } from '../screens.ts'
import { startServer } from '../server.ts'

/** Reaches the element, and sees that the focus can be seen. */
async function focusOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  const shown = await target.evaluate((one) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  expect(shown, `the focus of ${String(target)}`).toBe(true)
}

async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await focusOn(page, target)
  await page.keyboard.press(key)
}

const startData = {
  type: 'object',
  required: ['patient'],
  properties: { patient: { type: 'string', title: 'Patient' } },
}
const screen = {
  id: 'look',
  title: 'Look',
  type: 'screen',
  config: {
    title: 'Look at the referral',
    schema: {
      type: 'object',
      required: ['decision'],
      properties: {
        decision: { type: 'string', title: 'Decision', enum: ['approved', 'denied'] },
        documents: { type: 'array', 'x-formFieldType': 'multi-file', title: 'Documents' },
      },
    },
  },
}

test('by keyboard alone: sign in, start a run by its form, complete its screen with a file', async ({
  page,
  publish,
}) => {
  const { slug } = await publish('By keyboard', { startData, steps: [screen] })
  await page.goto(`/forms/${slug}`)
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(process.env['E2E_EMAIL'] ?? '')
  await page.keyboard.press('Tab')
  await page.keyboard.type(process.env['E2E_PASSWORD'] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === `/forms/${slug}`)

  await focusOn(page, page.getByLabel('Patient'))
  await page.keyboard.type('Avery Lindqvist')
  await pressOn(page, page.getByRole('button', { name: 'Send' }))
  await expect(page.getByRole('heading', { name: 'Thank you, this was received' })).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'See the run' }))
  await page.waitForURL(/\/runs\/[0-9a-f-]{36}$/)
  await pressOn(page, page.getByRole('link', { name: 'Open the screen' }))
  await page.waitForURL(/\/inbox\/[0-9a-f-]{36}$/)
  const { pathname: own } = new URL(page.url())

  await focusOn(page, page.getByLabel('Decision'))
  await page.keyboard.type('denied')
  await expect(page.getByLabel('Decision').locator('option:checked')).toHaveText('denied')
  const chooser = page.waitForEvent('filechooser')
  await pressOn(page, page.getByRole('button', { name: 'Choose files', exact: true }))
  const files = ['one.txt', 'two.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(name),
  }))
  await (await chooser).setFiles(files)
  const remove = page.getByRole('button', { name: 'Remove one.txt' })
  await expect(remove).toBeVisible()
  await pressOn(page, remove)
  await expect(remove).toHaveCount(0)
  // The focus is not lost with what was removed.
  await expect(page.getByRole('button', { name: 'Choose files', exact: true })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Complete' }))
  // The next screen that waits opens, or the inbox when there is none.
  await page.waitForURL((url) => url.pathname.startsWith('/inbox') && !url.href.endsWith(own))
})

test('by keyboard alone: answer a call whose outcome is not known', async ({
  page,
  publish,
  api,
  signedIn,
}) => {
  const silent = await startServer(Number(process.env['E2E_SILENT_PORT']), () => undefined)
  try {
    const url = `${silent.origin}/referrals`
    const config = { method: 'POST', url, body: {}, timeoutSeconds: 1 }
    const title = `Tell by keyboard ${Date.now()}`
    const { slug } = await publish('Unknown by keyboard', {
      steps: [{ id: 'send', title, type: 'http-request', config }],
    })
    const started = await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: {} } })
    const { id } = (await started.json()) as { id: string }
    await signedIn()
    await page.goto('/inbox')
    const calls = page.getByRole('list', { name: 'Calls whose outcome is not known' })
    await pressOn(page, calls.getByRole('link', { name: title }))
    const question = page.getByRole('region', { name: 'Did this call happen?' })
    await pressOn(page, question.getByRole('radio', { name: 'Not known' }), 'ArrowLeft')
    await expect(question.getByRole('radio', { name: 'JSON' })).toBeFocused()
    await page.keyboard.press('Enter')
    await focusOn(page, question.getByLabel('Its answer, as JSON'))
    await page.keyboard.type('{"reference": 4711}')
    await pressOn(page, question.getByRole('button', { name: 'It happened' }))
    await completedRun(api, id)
  } finally {
    silent.close()
  }
})

test('the focus stays near an entry that was removed', async ({ page, signedIn }) => {
  await signedIn()
  await page.goto('/patient-cost')
  const add = page.getByRole('button', { name: 'Add a service' })
  await pressOn(page, add)
  await pressOn(page, page.getByRole('button', { name: 'Remove service 2' }))
  await expect(add).toBeFocused()
})

test('who types right after the key that opens a dialog loses no letter', async ({
  page,
  context,
  api,
  publish,
  signedIn,
}) => {
  const { slug } = await publish('Hand over at once', { startData, steps: [screen] })
  await startRun(api, slug, { startData: { patient: 'Avery Lindqvist' } })
  const task = await onlyScreen(api, slug)
  await signedIn()
  await page.goto(`/inbox/${task}`)
  await page.getByRole('button', { name: 'Claim' }).click()
  const handOver = page.getByRole('button', { name: 'Hand over…' })
  await expect(handOver).toBeEnabled()
  await page.waitForLoadState('networkidle')
  // From now on no code can be loaded: what opens is there already.
  await context.setOffline(true)
  await handOver.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Omar')
  await expect(page.getByRole('dialog', { name: 'Hand over' })).toBeVisible()
  await expect(page.locator(':focus')).toHaveValue('Omar')
})
