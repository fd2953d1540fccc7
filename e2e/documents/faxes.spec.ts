import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

test('a received fax starts the workflow of its line, is read, and starts another by hand', async ({
  api,
  page,
  publish,
  signedIn,
}) => {
  const ours = `+1212${String(Date.now()).slice(-7)}`
  const { id } = await publish('Take faxes', {
    startData: { type: 'object', properties: { from: { type: 'string' } } },
    steps: [{ id: 'keep', type: 'transform', title: 'Keep', config: { value: 1 }, after: [] }],
  })
  await signedIn()

  // The line is added in the editor.
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Fax lines' }).click()
  const sheet = page.getByRole('dialog', { name: /^Fax lines of/ })
  await sheet.getByRole('button', { name: 'Add a line' }).click()
  const number = sheet.getByLabel('Our number')
  await expect(number).toBeFocused()
  await number.fill(ours.slice(2))
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The fax lines are saved.')).toBeVisible()

  const { url } = (await (
    await page.request.get('/api/v2/communication/fax-connections/sandbox/webhook')
  ).json()) as { url: string }
  const from = `+1646${ours.slice(-7)}`
  const sent = await api.post(url, { data: { from, to: ours, text: 'A zebra referral.' } })
  expect(sent.status()).toBe(200)

  // It is found by its number, in another spelling.
  await page.goto('/faxes')
  await page
    .getByRole('textbox', { name: 'Search by number' })
    .fill(`(646) ${from.slice(5, 8)}-${from.slice(8)}`)
  const found = page.getByRole('row').filter({ hasText: 'Received' })
  await expect(found).toHaveCount(1)
  await expectAccessible(page)
  await found.getByRole('link').click()
  await expect(page.getByRole('region', { name: 'What it started' })).toContainText('Take faxes')
  await expect(page.getByRole('img', { name: /Page 1 of 1/ })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Start again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a workflow with this fax' })
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText(/^Started .* by a fax/)).toBeVisible()
  await page.getByRole('link', { name: 'open the fax' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Received' })).toHaveCount(1)
})
