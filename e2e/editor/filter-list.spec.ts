import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const startData = {
  type: 'object',
  properties: {
    claims: {
      type: 'array',
      title: 'Claims',
      items: {
        type: 'object',
        properties: {
          status: { type: 'string', title: 'Status', enum: ['denied', 'paid'] },
          amount: { type: 'number', title: 'Amount' },
        },
      },
    },
  },
}
const claims = [
  { status: 'denied', amount: 90 },
  { status: 'paid', amount: 40 },
  { status: 'denied', amount: 10 },
]

test('a list is filtered by rules, without any expression', async ({ page, signedIn, api }) => {
  const step = { id: 'open', type: 'filter-list', title: 'The denied ones', after: [] }
  const steps = [{ ...step, config: { items: { $: 'start.claims' } } }]
  const made = await api.post('/api/v2/workflows', {
    data: { name: `Filtered ${Date.now()}`, definition: { startData, settings: {}, steps } },
  })
  const { id } = (await made.json()) as { id: string }
  await signedIn()
  await page.goto(`/workflows/${id}?step=open`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const of = 'Keep an entry when'
  await inspector.getByRole('button', { name: `${of}, rule 1, value: choose a value` }).click()
  await page.keyboard.type('status')
  await page.keyboard.press('Enter')
  await expect(
    inspector.getByLabel(`${of}, rule 1, compared with`).locator('option:checked'),
  ).toHaveText('denied')
  await expectAccessible(page)
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 is published' })).toBeVisible()
  const run = await startRun<{ id: string; output: unknown }>(api, id, {
    startData: { claims },
    waitSeconds: 20,
  })
  expect(run.output).toMatchObject({
    open: { kept: [claims[0], claims[2]], count: 2, leftOut: 1 },
  })
})
