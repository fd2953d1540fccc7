import { letterPdf } from '#test/samples/letter-pdf'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { onlyScreen } from '../screens.ts'

const address = { state: 'CA', postalCode: '94107', country: 'US' }
const to = {
  name: 'Avery Lindqvist',
  addressLine1: '185 Berry Stret',
  city: 'San Francisco',
  ...address,
}
const from = {
  company: 'Cedar Clinic',
  addressLine1: '1 Main St',
  city: 'San Francisco',
  ...address,
}

test('a letter is previewed, its address corrected, and it is followed', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const buffer = Buffer.from(
    await letterPdf(3, { words: { text: 'Dear Avery', left: 60, top: 150 } }),
  )
  const covered = { name: 'covered.pdf', mimeType: 'application/pdf', buffer }
  const plain = { ...covered, name: 'plain.pdf', buffer: Buffer.from(await letterPdf(2)) }
  const sent = await api.post('/api/v2/files', { multipart: { file: plain } })
  const { id: fileId } = (await sent.json()) as { id: string }
  const config = { connection: 'sandbox', to, from, extraService: 'certified_return_receipt' }
  const { id, slug } = await publish('Sends a letter', {
    startData: { type: 'object', properties: { fileId: { type: 'string' } } },
    steps: [
      {
        id: 'letter',
        type: 'send-letter',
        title: 'Appeal',
        config: { ...config, fileId: { $: 'start.fileId' } },
      },
    ],
  })
  await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: { fileId } } })
  await signedIn()

  await test.step('the step’s form offers the correction, and replaces nothing by itself', async () => {
    await page.goto(`/workflows/${id}`)
    await page.getByRole('group', { name: /^Appeal/ }).click()
    const line = page.getByLabel('Address line 1').first()
    await expect(line).toHaveValue('185 Berry Stret')
    const check = page.getByRole('button', { name: 'Check address' }).first()
    await check.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Did you mean this address?')).toBeVisible()
    await expect(line).toHaveValue('185 Berry Stret')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Use this address' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(line).toHaveValue('185 Berry Street')
    await expect(check).toBeFocused()
  })

  await test.step('and shows a PDF as it would print it', async () => {
    await page.getByRole('button', { name: 'Preview as printed' }).click()
    const dialog = page.getByRole('dialog', { name: 'As printed' })
    await dialog.locator('input[type=file]').setInputFiles(covered)
    await expect(dialog.getByText('It can be printed like this.')).toBeVisible()
    await expect(dialog.getByRole('img', { name: /^Certified mail/ })).toBeVisible()
    await expect(dialog.getByText('3 pages on 3 sheets')).toBeVisible()
    await dialog.getByRole('button', { name: 'Next page' }).click()
    await expect(dialog.getByRole('img', { name: /^Page 1 of 3/ })).toHaveJSProperty(
      'complete',
      true,
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  await test.step('a person decides about the address of the run that began before', async () => {
    await page.goto(`/inbox/${await onlyScreen(api, slug)}`)
    await page.getByRole('radio', { name: 'Print the suggested address' }).check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Complete' }).click()
    await page.getByRole('link', { name: /run/i }).first().click()
    await page.getByRole('button', { name: 'Track it' }).click()
    const sheet = page.getByRole('dialog', { name: 'Letter' })
    await expect(sheet.getByText('Certified mail with return receipt')).toBeVisible()
    await expect(sheet.getByText('printed as it was corrected')).toBeVisible()
    await expect(sheet.getByRole('link', { name: /at USPS/ })).toBeVisible()
    await sheet.getByRole('button', { name: 'View as printed' }).click()
    const print = page.getByRole('dialog', { name: 'As printed' })
    await expect(print.getByText('185 Berry Street')).toBeVisible()
  })
})
