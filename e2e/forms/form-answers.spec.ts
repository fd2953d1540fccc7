import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { onlyRun } from '../runs.ts'
import { onlyScreen } from '../screens.ts'

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you' })

const card = {
  title: 'Card',
  type: 'object',
  required: ['kind', 'number'],
  properties: { kind: { const: 'card' }, number: { type: 'string', title: 'Card number' } },
}
const cash = {
  title: 'Cash',
  type: 'object',
  required: ['kind'],
  properties: { kind: { const: 'cash' }, till: { type: 'string', title: 'Till', default: 'A' } },
}
const payers = [
  { const: 'aetna', title: 'Aetna' },
  { const: 'cigna', title: 'Cigna' },
]
const startData = {
  type: 'object',
  required: ['consent', 'payer', 'pay', 'at', 'account'],
  properties: {
    consent: { type: 'boolean', const: true, title: 'I agree' },
    payer: { oneOf: payers, title: 'Payer' },
    urgency: { type: 'string', enum: ['routine', 'urgent'], default: 'routine', title: 'Urgency' },
    pay: { title: 'Payment', oneOf: [cash, card] },
    at: { type: 'string', format: 'time', title: 'Appointment' },
    account: { type: 'integer', title: 'Account' },
    anything: { title: 'Anything' },
  },
}

test('a form answers nothing for the person, and changes nothing that they typed', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { slug } = await publish('Answers nothing', { startData, steps })
  await signedIn()
  await page.goto(`/forms/${slug}`)
  const consent = page.getByRole('checkbox', { name: 'I agree' })
  await expect(consent).not.toBeChecked()
  for (const label of ['Payer', 'Payment'])
    await expect(page.getByLabel(label).locator('option:checked')).toHaveText('Choose…')
  await expect(page.getByLabel('Urgency').locator('option:checked')).toHaveText('routine')
  await expect(page.getByText('What you typed before')).toHaveCount(0)
  await expectAccessible(page)

  // The person has not typed yet, so the page restores nothing after a reload.
  await page.reload()
  await expect(consent).not.toBeChecked()
  await expect(page.getByText('What you typed before')).toHaveCount(0)

  await send(page).click()
  // The payer, the payment, the time and the account; the consent is a box.
  await expect(page.getByText('Please fill this in.', { exact: true })).toHaveCount(4)
  await expect(page.getByText('Tick this box to go on.', { exact: true })).toHaveCount(1)
  // In short above the form, each leading to its field.
  await page.getByRole('button', { name: 'Account: Please fill this in.' }).click()
  await expect(page.getByRole('textbox', { name: 'Account' })).toBeFocused()
  await expect(consent).not.toBeChecked()
  await consent.check()
  await page.getByLabel('Payer').selectOption('Cigna')
  await page.getByLabel('Payment', { exact: true }).selectOption('Card')
  await expect(page.getByLabel('kind')).toHaveCount(0)
  await page.getByLabel('Card number').fill('4111')
  await page.getByLabel('Appointment').fill('14:05')
  await page.getByLabel('Anything').fill('at all')

  const account = page.getByRole('textbox', { name: 'Account' })
  await account.fill('12345678901234567890')
  await send(page).click()
  await expect(
    page.getByText('This number has too many digits to be stored exactly.').last(),
  ).toBeVisible()
  await expect(account).toHaveValue('12345678901234567890')
  // What was chosen is chosen after a reload, too.
  await page.reload()
  await expect(page.getByLabel('Payment').locator('option:checked')).toHaveText('Card')
  await expect(account).toHaveValue('12345678901234567890')
  await account.fill('9007199254740991')
  await account.press('ArrowDown')
  await account.press('ArrowUp')
  await account.press('ArrowUp')
  await account.hover()
  await page.mouse.wheel(0, 300)
  await expect(account).toHaveValue('9007199254740991')
  await expectAccessible(page)
  await send(page).click()
  await expect(thanks(page)).toBeVisible()

  const run = await onlyRun<{ startData: unknown }>(api, slug)
  expect(run.startData).toEqual({
    consent: true,
    payer: 'cigna',
    urgency: 'routine',
    pay: { kind: 'card', number: '4111' },
    at: '14:05:00',
    account: 9007199254740991,
    anything: 'at all',
  })
})

test('a form that could not be sent is sent again by itself, once', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const { slug } = await publish('Sent again', {
    startData: { type: 'object', properties: { note: { type: 'string', title: 'Note' } } },
    steps,
  })
  await signedIn()
  let tries = 0
  await page.route('**/submissions', async (route) => {
    tries += 1
    // The first never arrives; of the second only the answer is lost.
    if (tries === 2) await route.fetch()
    if (tries <= 2) await route.abort('connectionreset')
    else await route.continue()
  })
  await page.goto(`/forms/${slug}`)
  await page.getByLabel('Note').fill('typed once')
  await send(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Not sent yet' })
  await expect(alert).toContainText('It is sent again by itself as soon as that works.')
  await expect(page.getByText('This was not accepted')).toHaveCount(0)
  await expect(thanks(page)).toBeVisible()
  expect(tries).toBe(3)
  await onlyRun(api, slug)
})

const word = 'Überweisungsbegleitschreiben'.repeat(6)
const awful = `${word}_2026-11-22_final(3).pdf`

test('no form and no screen is wider than the phone', async ({ page, signedIn, publish, api }) => {
  const properties = {
    [word]: { type: 'string', title: `${word} ${word}`, description: word },
    choice: { type: 'string', enum: [word, `${word}2`], title: 'Choice' },
    documents: { type: 'array', 'x-formFieldType': 'multi-file', title: `Documents${word}` },
  }
  const show = [
    { label: word, value: { [word]: word, files: [] } },
    { label: 'Rows', value: [{ [word]: word, other: word }], format: 'table' },
    { label: 'Raw', value: { [word]: word }, format: 'json' },
    { label: 'Text', value: word },
    {
      label: 'Document',
      value: `# ${word}\n\n\`${word}\`\n\n| ${word} |\n|---|\n| ${word} |`,
      format: 'markdown',
    },
    { label: 'Files', value: { $: 'start.documents' } },
  ]
  const schema = { type: 'object', properties }
  const look = {
    id: 'look',
    title: 'Look',
    type: 'screen',
    config: { title: `Look ${word}`, instructions: word, show, schema },
  }
  const { slug } = await publish('Phone', { startData: schema, steps: [look] })
  await signedIn()
  const fits = async () => {
    const width = page.viewportSize()?.width ?? 0
    const wide = async () =>
      await page.evaluate(() => document.scrollingElement?.scrollWidth ?? Infinity)
    expect(await wide()).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/forms/${slug}`)
  const file = { name: awful, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1') }
  const empty = { ...file, name: `empty${awful}`, buffer: Buffer.from('') }
  await page.getByLabel(/choose files$/).setInputFiles([file, empty])
  await expect(page.getByText('This file is empty.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${awful}` })).toBeVisible()
  await page.getByLabel('Choice').selectOption(word)
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await fits()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: `Remove empty${awful}` }).click()
  await send(page).click()
  await expect(thanks(page)).toBeVisible()

  await page.goto(`/inbox/${await onlyScreen(api, slug)}`)
  await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible()
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await fits()
  }
})
