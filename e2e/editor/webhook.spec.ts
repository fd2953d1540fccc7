import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keys.ts'

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const startData = {
  type: 'object',
  properties: {
    patient: { type: 'string', title: 'Patient' },
    age: { type: 'integer', title: 'Age' },
  },
  required: ['patient'],
}

const panel = (page: Page) => page.getByRole('region', { name: 'Start by webhook' })
const addressIn = async (page: Page): Promise<string> => {
  const shown = panel(page).locator('code', { hasText: '/api/v2/hooks/workflows/' })
  return (await shown.textContent()) ?? ''
}

async function save(page: Page): Promise<void> {
  const button = panel(page).getByRole('button', { name: 'Save the webhook' })
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith('/webhook-trigger') && answer.request().method() === 'PUT',
  )
  await button.click()
  expect((await answered).status()).toBe(200)
  await expect(button).toBeDisabled()
}

async function openShare(page: Page, id: string): Promise<void> {
  await page.goto(`/workflows/${id}`)
  await page.getByRole('tab', { name: 'Share' }).click()
}

test('a webhook is switched on, tried by the vendor, proven, rotated and off', async ({
  page,
  signedIn,
  publish,
  playwright,
}) => {
  test.slow()
  const vendor = await playwright.request.newContext()
  const { id } = await publish('From a vendor', { startData, steps })
  await signedIn()
  await openShare(page, id)
  const webhook = panel(page)
  await webhook.getByRole('button', { name: 'Make a webhook address' }).click()
  await expect(webhook.getByText('Waiting for the first call.')).toBeVisible()
  await expectAccessible(page)
  const first = await addressIn(page)

  // The vendor’s page looks whether the address is one, and then sends its test.
  expect((await vendor.get(first)).status()).toBe(200)
  const body = { event: 'intake', person: { name: 'Ada Zebra' }, age: 41 }
  const refused = await vendor.post(first, { data: body })
  expect(refused.status()).toBe(422)
  const calls = webhook.getByRole('list', { name: 'Last calls of the webhook' })
  await expect(calls.getByRole('listitem').filter({ hasText: 'Refused 422' })).toBeVisible()
  await expect(calls).toContainText('Patient: This is missing.')
  await expect(calls).not.toContainText('Zebra')

  // What came is offered: the field is filled from its place, without code.
  await webhook.getByLabel('Patient', { exact: true }).selectOption('person.name')
  await webhook.getByLabel('Who calls it').fill('Intake vendor')
  await save(page)
  const headers = { 'webhook-id': `delivery-${id}` }
  const started = await vendor.post(first, { data: body, headers })
  expect(started.status()).toBe(202)
  const { runId } = (await started.json()) as { runId: string }
  const again = await vendor.post(first, { data: body, headers })
  expect(await again.json()).toEqual({ runId })
  await expect(calls.getByText('repeated once')).toBeVisible()
  await expectAccessible(page)

  await calls.getByRole('link', { name: 'Open the run' }).click()
  await expect(page.getByText('by a webhook (Intake vendor)')).toBeVisible()
  await expect(page.getByText('Ada Zebra').first()).toBeVisible()

  await openShare(page, id)
  await webhook.getByLabel('Signed by the other system').selectOption('body')
  await webhook.getByLabel('Header of the signature').fill('X-Hub-Signature-256')
  await webhook.getByRole('button', { name: 'Make one' }).click()
  const secret = await webhook.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await save(page)
  await expect(webhook.getByText('One is stored and not shown.')).toBeVisible()
  expect((await vendor.post(first, { data: body })).status()).toBe(401)
  await expect(calls).toContainText('There is no signature in the header x-hub-signature-256.')
  const data = JSON.stringify(body)
  const signature = `sha256=${createHmac('sha256', secret).update(data).digest('hex')}`
  const signed = {
    data: Buffer.from(data),
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  }
  expect((await vendor.post(first, signed)).status()).toBe(202)

  await webhook.getByRole('button', { name: 'New address of the webhook' }).click()
  await page.getByRole('button', { name: 'New address', exact: true }).click()
  await expect(webhook.getByText('The address before it works until')).toBeVisible()
  const second = await addressIn(page)
  expect(second).not.toBe(first)
  for (const address of [first, second])
    expect((await vendor.post(address, signed)).status()).toBe(202)

  await webhook.getByLabel('A call of this address starts it').click()
  await expect(webhook.getByText('It is off')).toBeVisible()
  for (const address of [first, second])
    expect((await vendor.post(address, signed)).status()).toBe(404)

  // The list of runs is filtered by it.
  await page.goto(`/runs?trigger=webhook`)
  await expect(page.getByLabel('Started by')).toHaveValue('webhook')
  await expect(page.locator(`a[href*="${runId}"]`).first()).toBeVisible()
  await vendor.dispose()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a webhook is made and switched off by keyboard, and fits', async ({
    page,
    signedIn,
    publish,
  }) => {
    test.slow()
    const { id } = await publish('By keyboard', { startData, steps })
    await signedIn()
    await page.goto(`/workflows/${id}`)
    const tab = page.getByRole('tab', { name: 'Share' })
    if (!(await tab.isVisible())) {
      await tabTo(page, page.getByRole('button', { name: 'Workflow', exact: true }), 150)
      await page.keyboard.press('Enter')
    }
    await tab.focus()
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Make a webhook address' }), 150)
    await page.keyboard.press('Enter')
    const toggle = page.getByLabel('A call of this address starts it')
    await expect(toggle).toBeChecked()
    const scrolls = async () =>
      await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(await scrolls()).toBe(false)
    await expectAccessible(page)
    await tabTo(page, toggle, 150)
    await page.keyboard.press('Space')
    await expect(toggle).not.toBeChecked()
    await expect(page.getByText('It is off')).toBeVisible()
  })
})
