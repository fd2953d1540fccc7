import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

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
    config: { seconds: 0 },
  },
  {
    id: 'call',
    type: 'transform',
    title: 'Keep it',
    after: [{ step: 'pause' }],
    config: { value: { $: 'start.amount' } },
  },
]

test('a step is disabled and its answer pinned from its menu and by keys', async ({
  page,
  signedIn,
  api,
}) => {
  const made = await api.post('/api/v2/workflows', {
    data: { name: `Aside ${Date.now()}`, definition: { startData, settings: {}, steps } },
  })
  const { id } = (await made.json()) as { id: string }
  await signedIn()
  await page.goto(`/workflows/${id}`)
  const box = page.locator('.react-flow__node[data-id="pause"]')
  await box.click({ button: 'right' })
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: 'Disable in tries D' }).click()
  await expect(box.getByText('Disabled')).toBeVisible()
  // The same by keys, on the step that has the focus.
  await box.focus()
  await page.keyboard.press('d')
  await expect(box.getByText('Disabled')).toBeHidden()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Pin the answer for tries P' }).press('Enter')
  const answer = page.getByRole('dialog', { name: 'The answer of Give them time' })
  await answer.getByRole('button', { name: 'Pin it' }).click()
  await expect(box.getByText('Pinned')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('let it go')
  await page.keyboard.press('Enter')
  await expect(box.getByText('Pinned')).toBeHidden()
})
