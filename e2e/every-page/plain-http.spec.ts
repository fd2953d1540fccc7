import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Makes the page what it is over plain HTTP at the address of another machine. */
const asOverPlainHttp = async (page: Page) =>
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })

async function makeKey(page: Page): Promise<void> {
  await page.goto('/settings?tab=api-keys')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill(`Plain ${Date.now()}`)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
}

test('a secret is copied where the browser gives the page no clipboard', async ({
  page,
  signedIn,
}) => {
  await asOverPlainHttp(page)
  await signedIn()
  await makeKey(page)
  const field = page.getByLabel('The new API key')
  const key = await field.inputValue()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied', exact: true })).toBeFocused()

  // The key is shown this once: Escape does not close the dialog.
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue(key)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').press('ControlOrMeta+v')
  await expect(page.getByLabel('Name')).toHaveValue(key)
})

test('where nothing may be copied, the text is selected and the page says so', async ({
  page,
  signedIn,
}) => {
  await asOverPlainHttp(page)
  await page.addInitScript(() => {
    document.execCommand = () => false
  })
  await signedIn()
  await makeKey(page)
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByText('The browser does not let this page copy.')).toBeVisible()
  const field = page.getByLabel('The new API key')
  const selected = await field.evaluate((input: HTMLInputElement) =>
    input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0),
  )
  expect(selected).toBe(await field.inputValue())
})

test('a form is filled in and sent over plain HTTP', async ({ page, signedIn, publish }) => {
  const note = { type: 'string', title: 'Note' }
  const startData = { type: 'object', properties: { note } }
  const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
  const { slug } = await publish('Over plain HTTP', { startData, steps })
  await asOverPlainHttp(page)
  await signedIn()
  await page.goto(`/forms/${slug}`)
  await page.getByLabel('Note').fill('typed')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you, this was received')).toBeVisible()
})
