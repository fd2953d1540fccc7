import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { readRun, startRun } from '../runs.ts'

type Run = { id: string; status: string; retriedAs: string | null; output: unknown }

const stepsWith = (value: string) => [
  {
    id: 'copay',
    type: 'transform',
    title: 'Copayment',
    after: [],
    config: { value: { $: value } },
  },
]

test('a step is mended from a failed run, and all that failed there is retried', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('Copayments', { steps: stepsWith('$number(start.amount)') })
  const failed = await Promise.all(
    ['20 USD', '30 USD', '45 USD'].map(
      async (amount) => await startRun<Run>(api, id, { startData: { amount }, waitSeconds: 20 }),
    ),
  )
  expect(failed.map(({ status }) => status)).toEqual(['failed', 'failed', 'failed'])
  const [first] = failed
  await signedIn()
  await page.goto(`/runs/${first?.id}`)
  await page
    .getByRole('button', { name: /Copayment/ })
    .first()
    .click()
  await expect(page.getByText('3 runs failed at Copayment, and nobody')).toBeVisible()
  await expectAccessible(page)

  const read = await api.get(`/api/v2/workflows/${id}`)
  const { draftRevision, draft } = (await read.json()) as {
    draftRevision: number
    draft: object
  }
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"` },
    data: { definition: { ...draft, steps: stepsWith('start.amount') } },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.getByRole('link', { name: 'Mend this step' }).click()
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Copayment')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('heading', { name: 'Version 2 is published' })).toBeVisible()
  await page.getByRole('button', { name: /^Retry them/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Retry what failed at/ })
  await expect(dialog.getByRole('radio', { name: /published now/ })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Retry 3 runs' }).press('Enter')
  await expect(page.getByRole('heading', { name: '3 runs started again' })).toBeVisible()
  await expectAccessible(page)
  for (const { id: runId } of failed) {
    const { retriedAs } = await readRun<Run>(api, runId)
    await expect
      .poll(async () => (await readRun<Run>(api, retriedAs ?? '')).status)
      .toBe('completed')
  }
})
