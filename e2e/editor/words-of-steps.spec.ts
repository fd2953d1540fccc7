import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const startData = {
  type: 'object',
  properties: { amount: { type: 'number', title: 'Amount due' } },
}
const steps = [
  {
    id: 'check',
    type: 'condition',
    title: 'Is it much?',
    after: [],
    config: { when: { $: 'start.amount != null and start.amount > 500' } },
  },
  {
    id: 'pause',
    type: 'wait',
    title: 'Give them time',
    after: [{ step: 'check', via: 'true' }],
    config: { seconds: 1 },
  },
  {
    id: 'call',
    type: 'transform',
    title: 'Keep it',
    after: [{ step: 'pause' }],
    config: { value: { $: 'start.amount' } },
  },
]
const words = 'Amount due is more than 500'

test('a box says what its step does, in the editor, in a run and among versions', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('In words', { startData, steps })
  const run = await startRun<{ id: string }>(api, id, {
    startData: { amount: 700 },
    waitSeconds: 20,
  })
  await signedIn()
  await page.goto(`/workflows/${id}`)
  const box = page.locator('.react-flow__node[data-id="check"]')
  await expect(box.getByText(words)).toBeVisible()
  await expect(box).toHaveAccessibleName(
    `Step Is it much?, Condition, completed in the chosen run: ${words}`,
  )
  await expectAccessible(page)
  await page.goto(`/runs/${run.id}`)
  await expect(box.getByText(words)).toBeVisible()
})
