import { expect, test } from '../fixtures.ts'
import { startRun } from '../runs.ts'

/** Cases above the limit get a letter; its text is what the draft changes. */
const stepsWith = (limit: number, greeting: string) => [
  {
    id: 'choose',
    type: 'condition',
    title: 'Over the limit?',
    config: { when: { $: `start.amount > ${limit}` } },
    branchLabels: { true: 'Needs a letter', false: 'Fine' },
  },
  {
    id: 'letter',
    type: 'transform',
    title: 'Write the letter',
    config: { value: { text: { $: `"${greeting} " & start.name` } } },
    after: [{ step: 'choose', via: 'true' }],
  },
]
const startData = {
  type: 'object',
  properties: { name: { type: 'string' }, amount: { type: 'number' } },
}

test('a run becomes a test, and a change is proved on recorded runs before it is published', async ({
  page,
  api,
  publish,
  signedIn,
}) => {
  const { id } = await publish('Proving', { startData, steps: stepsWith(100, 'Dear') })
  const runs: string[] = []
  for (const [name, amount] of [
    ['Casey', 50],
    ['Robin', 150],
    ['Alex', 300],
  ] as const) {
    const run = await startRun(api, id, { startData: { name, amount }, waitSeconds: 10 })
    runs.push(run.id)
  }
  await signedIn()

  // A run is saved as a test from its page.
  await page.goto(`/runs/${runs[2]}`)
  await page.getByRole('button', { name: 'Save as a test' }).click()
  const saving = page.getByRole('dialog', { name: 'Save this run as a test' })
  await saving.getByLabel('Name of the test').fill('A large amount')
  await saving.getByRole('button', { name: 'Save the test' }).click()
  await expect(page.getByText('“A large amount” is a test now')).toBeVisible()

  // What it expects is changed without code.
  await page.goto(`/workflows/${id}/back-tests?tab=tests`)
  await page.getByRole('button', { name: 'Change A large amount' }).click()
  const expecting = page.getByRole('dialog', { name: 'What “A large amount” expects' })
  await expect(expecting.getByLabel('Over the limit?')).toHaveValue('by true')
  await expecting.getByLabel('What', { exact: true }).selectOption('Write the letter gives')
  await expecting.getByLabel('Which value').selectOption('Text (Dear Alex)')
  await expecting.getByRole('button', { name: 'Add' }).click()
  await expecting.getByLabel('Text of Write the letter', { exact: true }).fill('Hello Alex')
  await expecting.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(expecting).toBeHidden()
  await page.getByRole('button', { name: 'Run with the draft' }).click()
  await expect(
    page.getByText('What “Write the letter” gives is not as expected: Text.'),
  ).toBeVisible()

  // From now on publishing needs every difference accepted.
  const needed = page.waitForResponse((answer) => answer.url().endsWith('/publish-needs'))
  await page.getByLabel('On recorded runs').selectOption({ label: 'Accept each difference' })
  expect((await needed).status()).toBe(200)

  const read = await api.get(`/api/v2/workflows/${id}`)
  const { draft, draftRevision } = (await read.json()) as { draft: object; draftRevision: number }
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"` },
    data: { definition: { ...draft, steps: stepsWith(200, 'Hello') } },
  })
  expect(saved.status(), await saved.text()).toBe(200)

  // The back-test groups what differs; one run is opened, old beside new.
  await page.goto(`/workflows/${id}/back-tests`)
  await page.getByRole('button', { name: 'Start the back-test' }).click()
  const branch = page.getByRole('button', {
    name: 'Over the limit? takes “Fine” instead of “Needs a letter” 1 run',
  })
  await expect(page.getByLabel('Result', { exact: true })).toContainText('1 run stays the same')
  await branch.click()
  const shown = page.getByLabel('Runs of the back-test')
  await expect(shown.getByRole('listitem')).toHaveCount(1)
  await shown.getByRole('button').click()
  const chosen = page.getByRole('listitem').filter({ hasText: 'Over the limit?' })
  await expect(chosen.getByText('Takes “Needs a letter”')).toBeVisible()
  await expect(chosen.getByText('Takes “Fine”')).toBeVisible()

  // Publishing waits until each difference is accepted by its name.
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await expect(dialog.getByText('1 test passes.')).toBeVisible()
  const differences = dialog.getByRole('group', { name: 'Accept what differs' })
  await expect(differences.getByRole('checkbox')).not.toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  // However long the dialog is, the reason stands beside the button.
  await expect(dialog.getByText(/that nobody has accepted/)).toBeInViewport({ ratio: 1 })
  for (const box of await differences.getByRole('checkbox').all()) await box.check()
  await dialog.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('dialog', { name: /Version 2 is published/ })).toBeVisible()
})

test('a back-test is stopped, and the next one can begin', async ({
  page,
  api,
  publish,
  signedIn,
}) => {
  const code = (source: string) => [
    { id: 'count', type: 'code', title: 'Count', after: [], config: { source } },
  ]
  const { id } = await publish('Stopped', {
    startData,
    steps: code('export default async () => 1\n'),
  })
  for (const amount of [1, 2, 3, 4])
    await startRun(api, id, { startData: { name: 'Alex', amount }, waitSeconds: 10 })
  const read = await api.get(`/api/v2/workflows/${id}`)
  const { draft, draftRevision } = (await read.json()) as { draft: object; draftRevision: number }
  // Each run of the draft computes for seconds.
  const slow = 'export default async () => { for (let n = 0; n < 5e9; n += 1); return 1 }\n'
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draftRevision}"` },
    data: { definition: { ...draft, steps: code(slow) } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  await signedIn()
  await page.goto(`/workflows/${id}/back-tests`)
  const start = page.getByRole('button', { name: 'Start the back-test' })
  await start.click()
  await expect(page.getByText('One back-test of this workflow runs now.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible()
  await expect(start).toBeEnabled()
  await expect(page.getByText(/stopped after \d of 4 runs/)).toBeVisible()

  // Publishing does not take it for a proof, and offers another one.
  await page.route('**/api/v2/workflows/*/tests/run', (route) => route.abort())
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: /^Publish/ })
  await expect(dialog.getByText(/^It was stopped after/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Try on the newest 100 runs' })).toBeEnabled()

  // What cannot be read is said, not left out.
  await expect(dialog.getByText('The tests could not be loaded')).toBeVisible()
  await page.unroute('**/api/v2/workflows/*/tests/run')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('The tests could not be loaded')).toBeHidden()
})
