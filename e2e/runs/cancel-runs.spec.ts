import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { readRun, startRun } from '../runs.ts'

test('all runs of a workflow are cancelled from its editor, after an explanation', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('To be cancelled', {
    steps: [
      { id: 'look', type: 'screen', title: 'Look at it', after: [], config: { title: 'Look' } },
    ],
  })
  const runs = await Promise.all([1, 2, 3].map(async () => await startRun(api, id)))
  const statusOf = async (run: { id: string }) =>
    (await readRun<{ status: string }>(api, run.id)).status
  const statuses = async () => await Promise.all(runs.map(statusOf))
  await expect.poll(statuses).toEqual(['suspended', 'suspended', 'suspended'])
  await signedIn()
  await page.goto(`/workflows/${id}`)
  const dialog = page.getByRole('alertdialog', { name: /^Cancel all runs of To be cancelled/ })
  const ask = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Cancel all runs…' }).click()
    await expect(dialog).toContainText('a thousand at a time')
  }
  await ask()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep them' }).click()
  await expect(dialog).toBeHidden()
  expect(await statuses()).toEqual(['suspended', 'suspended', 'suspended'])

  await ask()
  await dialog.getByRole('button', { name: 'Cancel all runs' }).click()
  await expect(page.getByText('3 runs are cancelled.')).toBeVisible()
  await expect(dialog).toBeHidden()
  expect(await statuses()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  await ask()
  await dialog.getByRole('button', { name: 'Cancel all runs' }).click()
  await expect(page.getByText('There was no run to cancel.')).toBeVisible()
})
