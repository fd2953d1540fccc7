import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { createWorkflow } from '../workflows.ts'

type EndedRun = { id: string; status: string; output: unknown }

test('a loop is drawn, and its run leads to the runs of its items and back', async ({
  page,
  signedIn,
  api,
}) => {
  await signedIn()
  const id = await createWorkflow(page, 'Loop')

  // Found by what people call it.
  const search = page.getByRole('combobox', { name: 'Add a step' })
  await search.fill('loop')
  await search.press('Enter')
  await page.getByRole('textbox', { name: 'Items, expression' }).click()
  await page.keyboard.insertText('[1..3]')
  await search.fill('transform')
  await expect(page.getByText('Enter adds it after For each, by “each”.')).toBeVisible()
  await search.press('Enter')
  await page.getByRole('textbox', { name: 'Value, expression' }).click()
  await page.keyboard.insertText('item * 10')
  await expect(page.locator('[data-loop="for_each"]')).toContainText('Repeated by For each')
  await page.getByRole('button', { name: /^Step For each,/ }).click()
  await expect(page.getByText('Enter adds it after For each, by “done”.')).toBeVisible()
  await page.getByRole('option', { name: /^Transform:/ }).click()
  await page.getByRole('textbox', { name: 'Value, expression' }).click()
  await page.keyboard.insertText('$sum(steps.for_each.output.results)')
  await expect(page.getByRole('button', { name: '0 problems' })).toBeVisible()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Version 1 is published')).toBeVisible()

  const run = await startRun<EndedRun>(api, id, { waitSeconds: 20 })
  expect(run).toMatchObject({ status: 'completed', output: { transform_2: 60 } })
  await page.goto(`/runs/${run.id}`)

  // The repeated step has no task here: choosing it shows the loop's own task with its runs.
  await page.getByRole('button', { name: 'Transform, done in the runs of its loop' }).click()
  const children = page.getByRole('list', { name: 'Runs of this task' }).getByRole('link')
  await expect(children.first()).toHaveText('Items 1 to 3')
  await expectAccessible(page)
  await children.first().click()
  await page.waitForURL((url) => !url.pathname.endsWith(run.id))
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await expect(
    page.getByRole('list', { name: 'Tasks of the run' }).getByRole('listitem'),
  ).toHaveCount(3)
  await page.getByRole('link', { name: /^Items 1 to 3 of a loop/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith(run.id))
})

test('a sub-workflow is chosen by name, and its run is one click from its parent', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const child = await publish('Callee', {
    steps: [
      {
        id: 'answer',
        type: 'transform',
        title: 'Answer',
        after: [],
        config: { value: { $: 'start.number * 2' } },
      },
    ],
  })
  const parent = await publish('Caller', {
    steps: [
      {
        id: 'call',
        type: 'sub-workflow',
        title: 'Ask the callee',
        after: [],
        config: { workflow: child.slug, startData: { number: 21 } },
      },
    ],
  })
  const run = await startRun<EndedRun>(api, parent.id, { waitSeconds: 20 })
  expect(run).toMatchObject({ status: 'completed', output: { call: { answer: 42 } } })
  await signedIn()
  await page.goto(`/workflows/${parent.id}`)
  await page.getByRole('button', { name: /^Step Ask the callee,/ }).click()
  await expect(page.getByRole('combobox', { name: /^Workflow/ })).toHaveValue(child.slug)

  await page.goto(`/runs/${run.id}`)
  await page.getByRole('button', { name: 'Ask the callee, Completed' }).click()
  await page
    .getByRole('list', { name: 'Runs of this task' })
    .getByRole('link', { name: /^Callee/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Callee')
  await page.getByRole('link', { name: /^part of a run of Caller/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith(run.id))
})
