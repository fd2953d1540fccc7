import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const stepsOf = (title: string) => [
  { id: 'one', type: 'transform', title, after: [], config: { value: 1 } },
]

test('a version is restored after a question, and undo brings the draft back', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('Versions', { steps: stepsOf('Published') })
  const read = async () =>
    (await (await api.get(`/api/v2/workflows/${id}`)).json()) as {
      draft: { steps: { title: string }[] }
      draftRevision: number
    }
  const { draft, draftRevision } = await read()
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"` },
    data: { definition: { ...draft, steps: stepsOf('Drafted') } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  await signedIn()
  await page.goto(`/workflows/${id}`)
  const box = page.locator('.react-flow__node[data-id="one"]')
  await expect(box).toContainText('Drafted')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: /^Versions/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Versions' })
  const restore = sheet.getByRole('button', { name: 'Restore version 1' })

  // Kept.
  await restore.press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Replace the draft with version 1?' })
  await expect(question).toContainText('also what others have changed')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep the draft' }).press('Enter')
  await expect(question).toBeHidden()
  await expect(restore).toBeVisible()
  expect((await read()).draft.steps[0]?.title).toBe('Drafted')

  // Replaced, and brought back.
  await restore.press('Enter')
  await question.getByRole('button', { name: 'Replace the draft' }).press('Enter')
  await expect(sheet).toBeHidden()
  await expect(box).toContainText('Published')
  expect((await read()).draft.steps[0]?.title).toBe('Published')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(box).toContainText('Drafted')
  await expect.poll(async () => (await read()).draft.steps[0]?.title).toBe('Drafted')
})
