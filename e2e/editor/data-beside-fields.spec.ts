import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const startData = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Patient name' },
    urgent: { type: 'boolean', title: 'Urgent' },
    visits: { type: 'array', title: 'Visits', items: { type: 'string' } },
  },
}
const step = (id: string, title: string, value: string, after: object[] = []) => ({
  id,
  type: 'transform',
  title,
  after,
  config: { value: { $: value } },
})
const steps = [
  step('greet', 'Greeting', '{ "text": "Dear " & start.name }'),
  {
    id: 'all',
    type: 'for-each',
    title: 'Every visit',
    after: [{ step: 'greet' }],
    config: { items: { $: 'start.visits' } },
  },
  step('one', 'One visit', 'item & "!"', [{ step: 'all', via: 'each' }]),
  {
    id: 'fork',
    type: 'condition',
    title: 'Urgent?',
    after: [{ step: 'all', via: 'done' }],
    config: { when: { $: 'start.urgent = true' } },
  },
  step('rush', 'Rush', '{ "rushed": true }', [{ step: 'fork', via: 'true' }]),
  step('end', 'End', '"end"', [{ step: 'fork', via: 'false' }]),
  step('last', 'Last', 'steps.rush.output.rushed = true', [{ step: 'rush' }, { step: 'end' }]),
]

test('the data of a chosen run stand beside the fields and on the canvas', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const { id } = await publish('Beside', { startData, steps, settings: {} })
  await startRun(api, id, {
    startData: { name: 'Ada', urgent: true, visits: ['first', 'second', 'third'] },
    waitSeconds: 20,
  })
  await startRun(api, id, {
    startData: { name: 'Grace', urgent: false, visits: [] },
    waitSeconds: 20,
  })
  await signedIn()
  // The page's first answer says of which run results will be shown.
  expect(await (await page.request.get(`/workflows/${id}`)).text()).toContain('Last run: ')
  await page.goto(`/workflows/${id}`)
  const box = (name: RegExp) => page.getByRole('button', { name })
  await expect(box(/^Step Rush, .* skipped in the chosen run/)).toBeVisible()

  // Another run is found by its data, stays in the address, and shows on the boxes.
  await page.getByRole('button', { name: /^Data: Last run/ }).click()
  await page.getByRole('textbox', { name: 'Search runs' }).fill('Ada')
  const runs = page.getByRole('list', { name: 'Runs' })
  await expect(runs.getByRole('button')).toHaveCount(1)
  await runs.getByRole('button').click()
  await expect(box(/^Step Rush, .* completed in the chosen run/)).toBeVisible()
  await expect(box(/^Step Every visit, .* completed in the chosen run, 3 items/)).toBeVisible()
  await expect(page).toHaveURL(/[?&]run=/)

  // What an item of a loop was given; a click puts a value into the field.
  await box(/^Step One visit/).click()
  await page.getByRole('button', { name: 'Values' }).click()
  const before = page.getByRole('tree', { name: 'Values before this step' })
  await expect(before.getByRole('treeitem', { name: 'Item of the loop: first' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Every visit: item' }).fill('3')
  await expect(before.getByRole('treeitem', { name: 'Item of the loop: third' })).toBeVisible()
  const gave = page.getByRole('tree', { name: 'What the step gave' })
  await expect(gave.getByRole('treeitem', { name: 'Output: third!' })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Value, expression' })
  const preview = page.locator('[id$="-preview"]')
  // As a text with values, and as code.
  await expect(preview).toContainText('This run: third!')
  await page.getByRole('button', { name: 'Expression for Value' }).click()
  await expect(preview).toContainText('This run: "third!"')
  await field.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' & ')
  await page.getByRole('searchbox', { name: 'Search values' }).fill('patient')
  await before.getByRole('treeitem', { name: 'Patient name: Ada' }).click()
  await expect(field).toHaveText('item & "!" & start.name')
  await expect(preview).toContainText('This run: "third!Ada"')
  await expectAccessible(page)

  // By keys: the arrows go through the tree, Enter puts a value in.
  await page.getByRole('searchbox', { name: 'Search values' }).fill('')
  await before.getByRole('treeitem', { name: /^Start:/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(before.getByRole('treeitem', { name: 'Urgent: yes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveText('item & "!" & start.namestart.urgent')

  // What a step that did not run gave is unknown, and so is what reads it.
  await page.getByRole('button', { name: /^Data: / }).click()
  await runs
    .getByRole('button', { name: /Completed/ })
    .first()
    .click()
  // The panel of values stands over the end of the workflow.
  await page.getByRole('button', { name: 'Fit', exact: true }).click()
  await box(/^Step Last/).click()
  await expect(preview).toContainText('unknown')

  // Back to the moment before anything had happened.
  await page.getByRole('slider', { name: 'Moment of the run' }).focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /Before the first step/)
  await expect(box(/^Step Greeting, [^,]*$/)).toBeVisible()
  const back = page.getByRole('button', { name: 'Back to what happened before' })
  const on = page.getByRole('button', { name: 'On to what happened next' })
  await expect(back).toBeDisabled()
  // What has not happened yet is unknown, and not nothing.
  await expect(gave).toContainText('It has not run yet.')
  await expect(before.getByRole('treeitem', { name: /^Greeting/ })).toContainText(
    'It has not run yet.',
  )
  await on.click()
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /Greeting: began/)
  await back.click()
  await page.getByRole('slider', { name: 'Moment of the run' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(box(/^Step Greeting, .* completed in the chosen run/)).toBeVisible()
  await expect(before.getByRole('treeitem', { name: /^Greeting/ })).not.toContainText('yet')
  await page.keyboard.press('End')
  await expect(on).toBeDisabled()
  await expect(gave).not.toContainText('It has not run yet.')
})
