import { expect, test } from '../fixtures.ts'
import { completedRun, startRun } from '../runs.ts'

test('a run is run again with one answer of its start form changed', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('Greeter', {
    startData: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        city: { type: 'string', title: 'City' },
      },
      required: ['name'],
    },
    steps: [
      {
        id: 'greet',
        type: 'transform',
        title: 'Greet',
        after: [],
        config: { value: { $: '"Hello " & start.name & " of " & start.city' } },
      },
    ],
  })
  const startData = { name: 'Avery', city: 'Boston' }
  const run = await startRun(api, id, { startData, waitSeconds: 20 })
  await signedIn()
  await page.goto(`/runs/${run.id}`)
  await page.getByRole('button', { name: 'Run again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run again' })
  await expect(dialog.getByLabel('City')).toHaveValue('Boston')

  // What the schema refuses is shown at its field, and nothing is started.
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await expect(dialog.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Name').fill('Jordan')
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL(
    (url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(run.id),
  )
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Data' }).click()
  await expect(page.getByText('Hello Jordan of Boston').first()).toBeVisible()
  await page.getByRole('link', { name: 'retried from an earlier run' }).click()
  await page.waitForURL((url) => url.pathname.endsWith(run.id))
})

test('a run whose output is too large to show is run again with the whole of its start data', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('Scribe', {
    startData: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name' },
        text: { type: 'string', title: 'Text' },
      },
    },
    steps: [
      {
        id: 'copy',
        type: 'transform',
        title: 'Copy',
        after: [],
        config: { value: { $: 'start.text' } },
      },
    ],
  })
  const startData = { name: 'Avery', text: 'x'.repeat(3_000_000) }
  type Run = { id: string; truncated: boolean }
  const run = await startRun<Run>(api, id, { startData, waitSeconds: 30 })
  expect(run.truncated).toBe(true)
  await signedIn()
  await page.goto(`/runs/${run.id}`)
  await page.getByRole('tab', { name: 'Data' }).click()
  // Only the output is left out: the start data fits by itself.
  await expect(page.getByText('"name": "Avery"')).toBeVisible()
  await page.getByRole('button', { name: 'Run again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Run again' })
  await expect(dialog).toContainText('too large to edit here')
  await expect(dialog.getByLabel('Name')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Run again' }).click()
  await page.waitForURL(
    (url) => url.pathname.startsWith('/runs/') && !url.pathname.endsWith(run.id),
  )
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  type Again = { status: string; truncated: boolean; tasks: { id: string }[] }
  const again = await completedRun<Again>(api, page.url().split('/').at(-1) ?? '')
  expect(again.truncated).toBe(true)
  const task = (await (await api.get(`/api/v2/task/${again.tasks[0]?.id}`)).json()) as {
    output: string
  }
  expect(task.output).toHaveLength(3_000_000)
})
