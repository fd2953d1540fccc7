import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

type Draft = { id: string; slug: string; draftRevision: number; draft: object }

test('an escalation that starts a workflow leads to it', async ({ page, signedIn, api }) => {
  const name = `Handles ${Date.now()}`
  const create = async (called: string) => {
    const made = await api.post('/api/v2/workflows', { data: { name: called } })
    return (await made.json()) as Draft
  }
  const handler = await create(name)
  const { id, draftRevision, draft } = await create(`Escalates ${name}`)
  const escalation = { when: 'after-opening', workingDays: 1, do: 'start', workflow: handler.slug }
  const config = { title: 'Look', escalations: [escalation] }
  const steps = [{ id: 'look', title: 'Look', type: 'screen', config, after: [] }]
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(saved.status()).toBe(200)
  await signedIn()
  await page.goto(`/workflows/${id}?step=look`)
  await page.getByRole('tab', { name: /Deadlines/ }).click()
  const link = page.getByRole('link', { name: `Open ${name} (in a new tab)` })
  await expect(link).toHaveAttribute('href', `/workflows/${handler.id}`)
  await expectAccessible(page)
})

test('handlers are made where they are needed: a workflow for an escalation, a step for a failure', async ({
  page,
  signedIn,
  api,
}) => {
  const name = `Decide ${Date.now()}`
  const made = await api.post('/api/v2/workflows', { data: { name } })
  const { id, draftRevision, draft } = (await made.json()) as Draft
  const escalations = [{ when: 'after-opening', workingDays: 1, do: 'start' }]
  const config = { title: name, escalations }
  const steps = [{ id: 'look', title: name, type: 'screen', config, after: [] }]
  const startData = {
    type: 'object',
    required: ['patient'],
    properties: { patient: { type: 'string', title: 'Patient' } },
  }
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, startData, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(saved.status()).toBe(200)
  await signedIn()
  await page.goto(`/workflows/${id}?step=look`)
  await page.getByRole('tab', { name: /Deadlines/ }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Make a new workflow' }).click()
  const handler = await opened
  await handler.waitForURL(/\/workflows\/[0-9a-f-]{36}$/)
  await handler.close()

  // It is chosen at once, with what it starts with; what is missing is said.
  const choice = page.getByLabel('Escalation 1: the workflow')
  await expect(choice.locator('option:checked')).toHaveText(
    `Escalation of ${name} (not published yet)`,
  )
  await expectAccessible(page)
  const read = async (workflow: string) => {
    const answer = await api.get(`/api/v2/workflows/${workflow}`)
    return (await answer.json()) as {
      id: string
      draftRevision: number
      problems: { message: string }[]
      draft: { startData: object; steps: { id: string; config: { escalations?: object[] } }[] }
    }
  }
  await expect(async () => {
    const { draft: now, problems } = await read(id)
    expect(now.steps[0]?.config.escalations?.[0]).toMatchObject({
      do: 'start',
      startData: { screen: name, runId: { $: 'run.id' }, patient: { $: 'start.patient' } },
    })
    expect(problems.map(({ message }) => message).join()).toContain('is not published yet')
  }).toPass()

  // Published as it was made, it can be started.
  const workflow = await choice.inputValue()
  const { id: handlerId, draftRevision: revision, problems } = await read(workflow)
  expect(problems.filter((one) => (one as { severity?: string }).severity === 'error')).toEqual([])
  const published = await api.post(`/api/v2/workflows/${handlerId}/publish`, { data: { revision } })
  expect(published.status(), await published.text()).toBe(201)
  await page.reload()
  await page.getByRole('tab', { name: /Deadlines/ }).click()
  await expect(choice.locator('option:checked')).toHaveText(`Escalation of ${name}`)
  await expect(page.getByRole('button', { name: '0 problems' })).toBeVisible()

  // A step for a failure, by keyboard.
  await page.getByRole('tab', { name: 'Flow' }).click()
  await page.getByRole('button', { name: 'A new step…' }).press('Enter')
  await expect(page.getByRole('combobox', { name: 'Step to add' })).toBeFocused()
  await expect(page.getByText(`When ${name} fails`)).toBeVisible()
  await page.keyboard.type('send e-mail')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Send e-mail')
  await expect(async () => {
    const { draft: now } = await read(id)
    expect(now.steps).toMatchObject([{ on_failure: { step: 'send_e_mail' } }, { after: [] }])
  }).toPass()
})
