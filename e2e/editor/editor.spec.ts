import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'
import { createWorkflow, openedWorkflow } from '../workflows.ts'

/** Presses Tab until the wanted element has the focus. */
async function tabTo(
  page: Page,
  role: Parameters<Page['getByRole']>[0],
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' })
  await expect(wanted.first()).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached ${role} ${String(name)}`)
}

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

test('from an empty canvas: drawn, configured, published and run', async ({
  page,
  signedIn,
  api,
}) => {
  await signedIn()
  const id = await createWorkflow(page, 'Drawn')

  // Two steps and an edge between them; problems are shown as long as they are there.
  await page.getByRole('option', { name: /^Transform:/ }).click()
  await expect(page.getByLabel('Step title', { exact: true })).toBeFocused()
  await page.getByLabel('Step title', { exact: true }).fill('Greet')
  await expect(page.getByRole('button', { name: /^\d+ problems?$/ })).not.toHaveAccessibleName(
    '0 problems',
  )
  await page.getByRole('button', { name: 'Expression for Value' }).click()
  await page.getByRole('textbox', { name: 'Value, expression' }).click()
  await page.keyboard.insertText('{ "greeting": "Hello " & (start.name ? start.name : "nobody") }')
  await page.getByRole('option', { name: /^Condition:/ }).click()
  await page.getByRole('button', { name: 'Edit When as code' }).click()
  await page.getByRole('textbox', { name: 'When, expression' }).click()
  await page.keyboard.insertText('$length(steps.transform.output.greeting) > 3')
  await page.getByRole('option', { name: /^Wait:/ }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(
    page.getByRole('region', { name: 'Canvas' }).or(page.locator('.react-flow')).first(),
  ).toBeVisible()
  await expect(page.locator('.react-flow__node-step')).toHaveCount(2)
  await expect(page.getByRole('button', { name: '0 problems' })).toBeVisible()
  await saved(page)

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Note').fill('The first version')
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Version 1 is published')).toBeVisible()

  type Run = {
    id: string
    status: string
    tasks: { stepId: string; output: unknown; via: string | null }[]
  }
  const run = await startRun<Run>(api, id, { waitSeconds: 20 })
  expect(run.status).toBe('completed')
  expect(run.tasks.find((task) => task.stepId === 'transform')?.output).toEqual({
    greeting: 'Hello nobody',
  })
  expect(run.tasks.find((task) => task.stepId === 'condition')?.via).toBe('true')
  await page.goto(`/runs/${run.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Drawn')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
})

test('three steps with the keyboard alone', async ({ page, signedIn, api }) => {
  // Hundreds of presses of Tab, each followed by a check.
  test.slow()
  await signedIn()
  await page.goto('/workflows')
  await tabTo(page, 'button', 'New workflow')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type(`By keyboard ${Date.now()}`)
  await page.keyboard.press('Enter')
  const id = await openedWorkflow(page)

  for (const [index, value] of ['"first"', '"second"', '"third"'].entries()) {
    await tabTo(page, 'combobox', 'Add a step')
    await page.keyboard.type('transform')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Step title', { exact: true })).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(`Step ${index + 1}`)
    await tabTo(page, 'button', 'Expression for Value')
    await page.keyboard.press('Enter')
    await tabTo(page, 'textbox', 'Value, expression')
    await page.keyboard.type(value)
    // Inside the expression Tab belongs to the page, Escape leaves it.
    await page.keyboard.press('Escape')
  }
  await expect(page.locator('.react-flow__node-step')).toHaveCount(3)
  await saved(page)
  await tabTo(page, 'button', 'Publish')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, 'button', 'Publish now')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Version 1 is published')).toBeVisible()

  type Run = { id: string; status: string; tasks: { title: string; output: unknown }[] }
  const run = await startRun<Run>(api, id, { waitSeconds: 20 })
  expect(run.status).toBe('completed')
  expect(run.tasks.map(({ title, output }) => [title, output])).toEqual([
    ['Step 1', 'first'],
    ['Step 2', 'second'],
    ['Step 3', 'third'],
  ])
})

test('the command menu adds steps, goes to one, tidies up, publishes and runs, by keyboard alone', async ({
  page,
  signedIn,
}) => {
  await signedIn()
  await createWorkflow(page, 'By command')
  await expect(page.getByText('Nothing here yet')).toBeVisible()
  const menu = page.getByRole('dialog', { name: 'Commands' })
  const title = page.getByLabel('Step title')
  const command = async (words: string) => {
    await page.keyboard.press('Control+k')
    await expect(menu.getByRole('combobox', { name: 'Command' })).toBeFocused()
    await page.keyboard.type(words)
  }

  // A step is found by another name; the menu opens from inside a field, too.
  await command('add delay')
  await page.keyboard.press('Enter')
  await expect(title).toBeFocused()
  await expect(title).toHaveValue('Wait')
  await command('add transform')
  await expect(menu.getByText('Add a step after Wait')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Transform')
  await command('go to wait')
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Wait')
  await expect(title).toBeFocused()
  await command('tidy')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status', { name: 'What happened' })).toHaveText('Tidied up.')
  // Escape does nothing else.
  await command('publish')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await command('publish')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Publish/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await command('test run')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /^Test run/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
