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
  await page.getByRole('button', { name: 'Expression for Items' }).click()
  await page.getByRole('textbox', { name: 'Items, expression' }).click()
  await page.keyboard.insertText('[1..3]')
  await search.fill('transform')
  await expect(page.getByText('Enter adds it after For each, by “each”.')).toBeVisible()
  await search.press('Enter')
  await page.getByRole('button', { name: 'Expression for Value' }).click()
  await page.getByRole('textbox', { name: 'Value, expression' }).click()
  await page.keyboard.insertText('item * 10')
  await expect(page.locator('[data-loop="for_each"]')).toContainText('Repeated by For each')
  await page.getByRole('button', { name: /^Step For each,/ }).click()
  await expect(page.getByText('Enter adds it after For each, by “done”.')).toBeVisible()
  await page.getByRole('option', { name: /^Transform:/ }).click()
  await page.getByRole('button', { name: 'Expression for Value' }).click()
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
  await page.getByRole('button', { name: /^Step Transform, .*, repeated for 3 items$/ }).click()
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

test('the drawing of a run has the same room on every screen, also after its first touch', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  await signedIn()
  const wait = { type: 'transform', after: [], config: { value: 1 } }
  const { id } = await publish('Drawn at a size', {
    steps: [
      { ...wait, id: 'one', title: 'One' },
      { ...wait, id: 'two', title: 'Two', after: [{ step: 'one' }] },
    ],
  })
  const run = await startRun<EndedRun>(api, id, { waitSeconds: 20 })
  const drawing = page.getByRole('region', { name: 'The workflow of this run' })
  const heightOf = async () => Math.round((await drawing.boundingBox())?.height ?? 0)
  for (const [width, height] of [
    [1440, 900],
    [800, 600],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/runs/${run.id}`)
    await expect(drawing).toBeVisible()
    const before = await heightOf()
    expect(before).toBeGreaterThan(310)
    expect(before).toBeLessThan(height)
    await drawing.getByRole('button', { name: /^Step Two/ }).click()
    await expect(page.locator('.react-flow__node[data-id="two"]')).toBeVisible()
    await expect.poll(heightOf).toBe(before)
  }
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
  await page.getByRole('button', { name: /^Step Ask the callee, .*, completed: Callee/ }).click()
  await page
    .getByRole('list', { name: 'Runs of this task' })
    .getByRole('link', { name: /^Callee/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Callee')
  await page.getByRole('link', { name: /^part of a run of Caller/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith(run.id))
})

test('loops and sub-workflows of a run open as levels, which lead to their runs', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const transform = (id: string, title: string, after: object[], group?: string) => ({
    id,
    type: 'transform',
    title,
    after,
    config: { value: 1 },
    ...(group === undefined ? {} : { group }),
  })
  const called = await publish('Ask the payer', { steps: [transform('ask', 'Ask', [])] })
  const { id } = await publish('Levels of a run', {
    groups: { intake: { name: 'Intake', colour: 'blue' } },
    steps: [
      transform('read', 'Read', [], 'intake'),
      transform('check', 'Check', [{ step: 'read' }], 'intake'),
      {
        id: 'loop',
        type: 'for-each',
        title: 'Each document',
        after: [{ step: 'check' }],
        config: { items: [1, 2] },
      },
      transform('file', 'File it', [{ step: 'loop', via: 'each' }]),
      {
        id: 'payer',
        type: 'sub-workflow',
        title: 'Payer',
        after: [{ step: 'loop', via: 'done' }],
        config: { workflow: called.slug, startData: {} },
      },
    ],
  })
  const run = await startRun<EndedRun>(api, id, { waitSeconds: 20 })
  expect(run.status).toBe('completed')
  await signedIn()
  await page.goto(`/runs/${run.id}`)
  const step = (name: string) => page.getByRole('button', { name: new RegExp(`^Step ${name}, `) })
  await expect(page.getByText('Intake', { exact: true }).first()).toBeVisible()
  await page.mouse.move(300, 400)
  const node = (stepId: string) => page.locator(`.react-flow__node[data-id="${stepId}"]`)

  // A loop is a level of the drawing; its items were done in a run of their own.
  await node('loop').dblclick()
  const level = page.getByRole('navigation', { name: 'Level' })
  await expect(level).toContainText('Each document')
  expect(new URL(page.url()).searchParams.get('level')).toBe('loop')
  await expect(step('Read')).toHaveCount(0)
  await expectAccessible(page)
  const runs = page.getByRole('navigation', { name: 'Runs of the items' })
  await runs.getByRole('link', { name: /^Items 1 to 2/ }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(run.id))
  await expect(level).toContainText('Each document')

  // There each item is seen by itself.
  await page.mouse.move(320, 420)
  await page.getByLabel('Shown').selectOption({ label: 'Item 2' })
  await node('file').click()
  const task = page.getByRole('region', { name: 'Task File it' })
  await expect(task.getByText('Item', { exact: true }).locator('xpath=..')).toContainText('2')
  await node('file').press('Escape')
  await page.waitForURL((url) => url.pathname.endsWith(run.id))

  // A step that ran another workflow leads to that run, which leads back.
  await page.mouse.move(300, 400)
  await node('payer').focus()
  await page.keyboard.press('l')
  await page.waitForURL((url) => !url.pathname.endsWith(run.id))
  await expect(step('Ask')).toBeVisible()
  await level.getByRole('link', { name: /^Levels of a run/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith(run.id))
})
