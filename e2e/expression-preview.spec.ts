import { expect, test } from './fixtures.ts'

test('an endless expression never freezes the page', async ({ page, signedIn, api, publish }) => {
  const config = { value: { $: '$sum([start.n, 1])' } }
  const steps = [{ id: 'it', type: 'transform', title: 'Sum', after: [], config }]
  const { id } = await publish('Preview', { steps })
  const headers = { prefer: 'wait=20' }
  const run = await api.post(`/api/v2/workflows/${id}/runs`, {
    data: { startData: { n: 4 } },
    headers,
  })
  expect(((await run.json()) as { output: unknown }).output).toEqual({ it: 5 })

  await signedIn()
  await page.goto(`/workflows/${id}`)
  await page.locator('.react-flow__node[data-id="it"]').click()
  const field = page.getByRole('textbox', { name: 'Value, expression' })
  const preview = page.locator('[id$="-preview"]')
  await expect(preview).toContainText('Last run: 5')

  // In the page itself this one would take half a minute in which nothing answers.
  await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('$count($distinct([1..200000]))')
  await expect(preview).toContainText('This takes too long to be shown here.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('$sum([start.n, 2])')
  await expect(preview).toContainText('Last run: 6')
})
