import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const steps = [
  {
    id: 'name',
    type: 'transform',
    title: 'Name',
    after: [],
    config: { value: { $: 'start.name' } },
  },
  {
    id: 'look',
    type: 'screen',
    title: 'Look at it',
    after: [{ step: 'name' }],
    config: { title: { $: '"Look at " & steps.name.output' } },
  },
  {
    id: 'end',
    type: 'transform',
    title: 'End',
    after: [{ step: 'look' }],
    config: { value: 'done' },
  },
]

test('a step of the draft is really done, after each step that acts was named', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('Really done', { steps })
  const { id: runId } = await startRun(api, id, { startData: { name: 'Ada' } })
  await expect
    .poll(
      async () =>
        ((await (await api.get(`/api/v2/runs/${runId}`)).json()) as { status: string }).status,
    )
    .toBe('suspended')
  await api.post(`/api/v2/runs/${runId}/cancel`, { data: {} })
  await signedIn()
  await page.goto(`/workflows/${id}?step=look&run=${runId}`)
  const toolbar = page.getByRole('toolbar', { name: 'Data' })
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Look at it')
  await toolbar.getByRole('button', { name: 'Try' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Do Look at it alone…' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Really do this?' })
  // With what it would be given.
  const acts = dialog.getByRole('list', { name: 'Steps that act' })
  await expect(acts).toHaveText('Look at itScreenTitleLook at Ada')
  await expect(dialog.getByText(/^With these data: ./)).toBeVisible()
  await expectAccessible(page)
  const tests = async () => {
    const { items } = (await (await api.get(`/api/v2/runs?workflow=${id}`)).json()) as {
      items: { id: string; status: string; version: number | null }[]
    }
    return items.filter(({ version }) => version === null)
  }
  expect(await tests()).toEqual([])
  await dialog.getByRole('button', { name: 'Do it' }).press('Enter')
  await expect(page.getByText('The test run has started.')).toBeVisible()
  await expect(dialog).toBeHidden()

  // The canvas follows it: the screen waits for somebody, and is done by an answer.
  await expect(toolbar.getByRole('link', { name: 'Open the screen' })).toBeVisible()
  const [started] = await tests()
  const { items: screens } = (await (await api.get(`/api/v2/screens?limit=100`)).json()) as {
    items: { taskId: string; title: string; runId: string }[]
  }
  const screen = screens.find((one) => one.runId === started?.id)
  expect(screen?.title).toBe('Look at Ada')
  const done = await api.post(`/api/v2/screens/${screen?.taskId}/complete`, {
    data: { output: {} },
  })
  expect(done.ok(), await done.text()).toBe(true)
  await expect(toolbar.getByText('Completed', { exact: true })).toBeVisible()
})
