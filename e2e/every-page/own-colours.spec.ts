import type { Page } from '@playwright/test'
import { everyField } from '#test/samples/every-field'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { screenOfRun } from '../screens.ts'

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]

/** The theme of the system, and colours of the person's own (high contrast), light and dark. */
async function inAllColours(page: Page, look: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const forcedColors of ['none', 'active'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors })
      await expectAccessible(page)
      await look()
    }
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
}

/** Who goes through a page by keyboard sees where they are. */
async function expectSeenFocus(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const seen = await page.evaluate(() => {
    const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement ?? document.body)
    return outlineStyle !== 'none' || boxShadow !== 'none'
  })
  expect(seen).toBe(true)
}

test('the inbox and a screen can be read and used in any colours', async ({
  page,
  api,
  signedIn,
}) => {
  const startData = { patientName: 'Cora Colour', emrPatientId: 'EMR-1001', diagnosis: 'Knee' }
  const { id } = await startRun(api, 'referral-intake', { startData })
  const taskId = await screenOfRun(api, id)
  await signedIn()
  for (const path of ['/inbox', `/inbox/${taskId}`]) {
    await page.goto(path)
    await expect(page.getByText('Cora Colour').first()).toBeVisible()
    await inAllColours(page, () => expectSeenFocus(page))
  }
})

test('a shared form can be read and used in any colours, also when it is refused', async ({
  page,
  publish,
  api,
}) => {
  const { id } = await publish('Colours', { startData: everyField, steps })
  const changed = await api.patch(`/api/v2/workflows/${id}`, { data: { formPublic: true } })
  const { formToken } = (await changed.json()) as { formToken: string }
  await page.goto(`/f/${formToken}`)
  const send = page.getByRole('button', { name: 'Send' })
  await expect(send).toBeEnabled()
  await inAllColours(page, () => expectSeenFocus(page))
  await send.click()
  await expect(page.getByText('4 fields need another look')).toBeVisible()
  await inAllColours(page, () => expectSeenFocus(page))
  // A box that is ticked looks so without backgrounds, too.
  await page.emulateMedia({ forcedColors: 'active' })
  const consent = page.getByRole('checkbox', { name: 'I agree that the clinic calls me' })
  await consent.click()
  await expect(consent.locator('svg')).toBeVisible()
})

test('many refused fields are led to from the summary on a phone', async ({
  page,
  publish,
  api,
}) => {
  const names = Array.from({ length: 30 }, (_, index) => `field${index}`)
  const title = (index: number) =>
    index % 5 === 0
      ? `Question ${index} with a long title that needs two lines`
      : `Question ${index}`
  const startData = {
    type: 'object',
    required: names,
    properties: Object.fromEntries(
      names.map((name, index) => [name, { type: 'string', title: title(index) }]),
    ),
  }
  const { id } = await publish('Long form', { startData, steps })
  const changed = await api.patch(`/api/v2/workflows/${id}`, { data: { formPublic: true } })
  const { formToken } = (await changed.json()) as { formToken: string }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/f/${formToken}`)
  await page.getByRole('button', { name: 'Send' }).click()
  const summary = page.getByRole('alert').filter({ hasText: '30 fields need another look' })
  await expect(summary).toBeInViewport()
  const links = summary.getByRole('button')
  await expect(links).toHaveCount(30)
  await expectAccessible(page)
  const last = page.getByLabel('Question 29')
  await links.last().click()
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport()
  await last.fill('Answered')
  // What is answered is no fault any more, and the page is no wider than the phone.
  await expect(last).toHaveAttribute('aria-invalid', 'false')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
