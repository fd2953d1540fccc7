import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

test('an endless expression never freezes the page', async ({ page, signedIn, api, publish }) => {
  const config = { value: { $: '$sum([start.n, 1])' } }
  const steps = [{ id: 'it', type: 'transform', title: 'Sum', after: [], config }]
  const { id } = await publish('Preview', { steps })
  type Run = { id: string; output: unknown }
  const run = await startRun<Run>(api, id, { startData: { n: 4 }, waitSeconds: 20 })
  expect(run.output).toEqual({ it: 5 })

  await signedIn()
  await page.goto(`/workflows/${id}`)
  await page.locator('.react-flow__node[data-id="it"]').click()
  const field = page.getByRole('textbox', { name: 'Value, expression' })
  const preview = page.locator('[id$="-preview"]')
  await expect(preview).toContainText('Last run: 5')

  // In the page itself this one would block everything for half a minute.
  await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('$count($distinct([1..200000]))')
  await expect(preview).toContainText('This takes too long to be shown here.')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('$sum([start.n, 2])')
  await expect(preview).toContainText('Last run: 6')
})
