import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

const startData = {
  type: 'object',
  properties: {
    claims: {
      type: 'array',
      title: 'Claims',
      items: {
        type: 'object',
        properties: {
          status: { type: 'string', title: 'Status', enum: ['denied', 'paid'] },
          amount: { type: 'number', title: 'Amount' },
        },
      },
    },
  },
}
const claims = [
  { status: 'denied', amount: 90 },
  { status: 'paid', amount: 40 },
  { status: 'denied', amount: 10 },
]

test('a list is filtered by rules, without any expression', async ({ page, signedIn, api }) => {
  const step = { id: 'open', type: 'filter-list', title: 'The denied ones', after: [] }
  const steps = [{ ...step, config: { items: { $: 'start.claims' } } }]
  const made = await api.post('/api/v2/workflows', {
    data: { name: `Filtered ${Date.now()}`, definition: { startData, settings: {}, steps } },
  })
  const { id } = (await made.json()) as { id: string }
  await signedIn()
  await page.goto(`/workflows/${id}?step=open`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const of = 'Keep an entry when'
  await inspector.getByRole('button', { name: `${of}, rule 1, value: choose a value` }).click()
  await page.keyboard.type('status')
  await page.keyboard.press('Enter')
  await expect(
    inspector.getByLabel(`${of}, rule 1, compared with`).locator('option:checked'),
  ).toHaveText('denied')
  await expectAccessible(page)
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('heading', { name: 'Version 1 is published' })).toBeVisible()
  const run = await startRun<{ id: string; output: unknown }>(api, id, {
    startData: { claims },
    waitSeconds: 20,
  })
  expect(run.output).toMatchObject({
    open: { kept: [claims[0], claims[2]], count: 2, leftOut: 1 },
  })
})

const chosen = {
  type: 'object',
  properties: {
    ...startData.properties,
    name: { type: 'string', title: 'Patient name' },
    visits: { type: 'array', title: 'Visits', items: { type: 'string' } },
    limit: { type: 'integer', title: 'Limit' },
  },
}

test('a list is a value by its name, by mouse, by keyboard and by dragging', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const loop = { id: 'all', type: 'for-each', title: 'Each claim', after: [] }
  const steps = [
    { ...loop, config: { items: { $: 'start.claims' }, concurrency: 3 } },
    {
      id: 'one',
      type: 'transform',
      title: 'One',
      after: [{ step: 'all', via: 'each' }],
      config: { value: { $: 'item' } },
    },
  ]
  const { id } = await publish('Chosen', { startData: chosen, settings: {}, steps })
  await startRun(api, id, { startData: { claims, visits: ['CT', 'MRI'] }, waitSeconds: 20 })
  await signedIn()
  await page.goto(`/workflows/${id}?step=all`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const items = (name: string) => inspector.getByRole('button', { name: `Items: ${name}` })
  const claimsChosen = items('Claims, from Start form')
  const visitsChosen = items('Visits, from Start form')
  const stored = async (): Promise<unknown> => {
    const answer = await api.get(`/api/v2/workflows/${id}`)
    const { draft } = (await answer.json()) as { draft: { steps: { config: unknown }[] } }
    return draft.steps[0]?.config
  }

  // What is stored shows as a value with what it was, and as no code.
  await expect(claimsChosen).toHaveText('Claims')
  await expect(inspector.getByText('Last run: 3 items')).toBeVisible()
  await expect(inspector.getByRole('textbox', { name: 'Items, expression' })).toHaveCount(0)
  await expectAccessible(page)

  // By mouse: lists are offered first. Removed, it can be chosen again.
  await claimsChosen.click()
  const offered = page.getByRole('listbox', { name: 'Search values' })
  const others = offered.getByRole('group', { name: 'Start form, of another kind' })
  await expect(others.getByRole('option', { name: /^Patient name/ })).toBeVisible()
  await expect(others.getByRole('option', { name: /^Visits/ })).toHaveCount(0)
  await expectAccessible(page)
  await offered.getByRole('option', { name: /^Visits ?2 items/ }).click()
  await expect(visitsChosen).toBeFocused()
  await expect(inspector.getByText('Last run: 2 items: CT, MRI')).toBeVisible()
  await inspector.getByRole('button', { name: 'Remove the value of Items' }).click()
  await expect(items('choose a value')).toBeFocused()

  // By keyboard: `/` lists the values, Delete takes the value out, and never the step.
  await page.keyboard.press('/')
  await page.keyboard.type('claims')
  await page.keyboard.press('Enter')
  await expect(claimsChosen).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(items('choose a value')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Each claim')

  // From the values of the run: dragged, and clicked.
  await page.getByRole('button', { name: 'Values' }).click()
  const before = page.getByRole('tree', { name: 'Values before this step' })
  await before.getByRole('treeitem', { name: /^Visits/ }).dragTo(items('choose a value'))
  await expect(visitsChosen).toBeVisible()
  await visitsChosen.focus()
  await before.getByRole('treeitem', { name: /^Claims/ }).click()
  await expect(claimsChosen).toBeVisible()

  // A number is fixed or a value, too; the fixed one comes back.
  const number = inspector.getByLabel('At once', { exact: true })
  await expect(number).toHaveValue('3')
  await inspector.getByRole('button', { name: 'Insert a value into At once' }).click()
  await page.keyboard.type('limit')
  await page.keyboard.press('Enter')
  const limit = inspector.getByRole('button', { name: 'At once: Limit, from Start form' })
  await expect(limit).toBeFocused()
  await expect
    .poll(stored)
    .toMatchObject({ items: { $: 'start.claims' }, concurrency: { $: 'start.limit' } })
  await page.keyboard.press('Backspace')
  await expect(number).toBeFocused()
  await expect(number).toHaveValue('3')

  // As code, and back: what only code can say stays code.
  const code = inspector.getByRole('button', { name: 'Expression for Items' })
  await code.click()
  const text = inspector.getByRole('textbox', { name: 'Items, expression' })
  await expect(text).toHaveText('start.claims')
  await code.click()
  await expect(claimsChosen).toBeVisible()
  await code.click()
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText('[amount > 20]')
  await expect(inspector.getByText('Last run: [')).toBeVisible()
  await expect.poll(stored).toMatchObject({ items: { $: 'start.claims[amount > 20]' } })
  await page.reload()
  await expect(text).toHaveText('start.claims[amount > 20]')
})
