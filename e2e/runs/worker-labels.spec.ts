import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { completedRun, startRun } from '../runs.ts'

/** The journeys' only worker has this label, and serves what has none (`global-setup.ts`). */
const served = 'beside-the-emr'

test('a connection is bound to workers; what nobody serves is said before a run waits for it', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  const name = `EMR in its zone ${Date.now()}`
  await signedIn()
  await page.goto('/connections')
  await page.getByRole('button', { name: 'Add a connection: Electronic medical record' }).click()
  const form = page.getByRole('dialog', { name: 'New connection: Electronic medical record' })
  await form.getByLabel('Provider').selectOption('sandbox')
  await form.getByLabel('Name', { exact: true }).fill(name)
  const slug = await form.getByLabel('Short name').inputValue()
  const label = form.getByLabel('Workers')
  await label.fill('Not A Label')
  await expect(form.getByRole('alert')).toContainText('lower-case letters')
  await label.fill(served)
  await expect(form.getByText('is alive')).toBeHidden()
  await label.fill('lab-zone')
  await expect(form.getByText('No worker with the label “lab-zone” is alive')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create' }).click()
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
  await expect(card).toContainText('Called by workers of “lab-zone”, and none is alive')
  await page.getByRole('button', { name: `Test ${name}` }).click()
  await expect(card).toContainText('WORKER_LABELS=lab-zone')

  const step = {
    id: 'note',
    title: 'File the note',
    type: 'create-text-note',
    config: { connection: slug, patientId: 'EMR-1001', title: 'T', body: 'B' },
  }
  const { id } = await publish('Note in its zone', { steps: [step] })
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: '1 problem', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText(
    `The connection “${slug}” is bound to workers with the label “lab-zone”`,
  )

  const run = await startRun(api, id)
  await page.goto(`/runs/${run.id}`)
  const chosen = page.getByRole('complementary', { name: 'The chosen task' })
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await page.getByRole('tabpanel').getByText('File the note').click()
  await expect(chosen).toContainText('Waits for a worker of “lab-zone”')
  await expectAccessible(page)

  await page.goto('/connections')
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByLabel('Workers').fill(served)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(card).toContainText(`Called by workers of “${served}”`)
  await completedRun(api, run.id)
  // By a job of that worker, since the web process makes no call of it.
  await page.getByRole('button', { name: `Test ${name}` }).click()
  await expect(card.getByTitle(/^The sandbox EMR works/)).toBeVisible()
})

test('a workflow is bound in its settings', async ({ page, signedIn, publish, api }) => {
  const { id } = await publish('Bound as a whole', {
    steps: [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }],
  })
  await signedIn()
  await page.goto(`/workflows/${id}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const label = page.getByLabel('Workers')
  await label.fill('lab-zone')
  await expect(page.getByText('No worker with the label “lab-zone” is alive')).toBeVisible()
  await expect(
    page.getByText(/The workflow is bound to workers with the label “lab-zone”/).first(),
  ).toBeVisible()
  await label.fill(served)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByText('Version 2 is published')).toBeVisible()
  const run = await startRun(api, id)
  await completedRun(api, run.id)
})
