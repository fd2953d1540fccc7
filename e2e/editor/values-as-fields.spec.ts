import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const startData = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Patient name' } },
}
const steps = [
  {
    id: 'call',
    type: 'http-request',
    title: 'Send it',
    after: [],
    config: { method: 'POST', url: 'https://api.example.com/patients' },
  },
  {
    id: 'keep',
    type: 'sql-query',
    title: 'Keep it',
    after: [{ step: 'call' }],
    config: { query: 'select $1' },
  },
]

test('what is sent is written as fields with values, without JSON', async ({
  page,
  signedIn,
  api,
}) => {
  const made = await api.post('/api/v2/workflows', {
    data: { name: `As fields ${Date.now()}`, definition: { startData, settings: {}, steps } },
  })
  const { id } = (await made.json()) as { id: string }
  const configs = async () => {
    const answer = await api.get(`/api/v2/workflows/${id}`)
    const { draft } = (await answer.json()) as { draft: { steps: { config: unknown }[] } }
    return draft.steps.map(({ config }) => config)
  }
  await signedIn()
  await page.goto(`/workflows/${id}?step=call`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('button', { name: 'Add a field' }).click()
  const entry = inspector.getByRole('group', { name: 'newKey' })
  await entry.getByLabel('Name').fill('patient')
  await entry.getByLabel('Name').press('Tab')
  const patient = inspector.getByRole('group', { name: 'patient' })
  await patient.getByRole('textbox', { name: 'Value' }).click()
  await page.keyboard.type('Ada')
  await expect.poll(async () => (await configs())[0]).toMatchObject({ body: { patient: 'Ada' } })
  await patient.getByLabel('Kind of value').selectOption('Yes or no')
  await expect.poll(async () => (await configs())[0]).toMatchObject({ body: { patient: false } })
  await expectAccessible(page)
  // The same as JSON.
  await inspector.getByRole('radio', { name: 'JSON' }).click()
  await expect(inspector.getByRole('textbox', { name: 'Body' })).toContainText('"patient": false')

  await page.goto(`/workflows/${id}?step=keep`)
  await inspector.getByRole('button', { name: 'Add a value' }).click()
  await inspector
    .getByRole('button', { name: /^Insert a value/ })
    .last()
    .click()
  await page.keyboard.type('patient name')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await configs())[1])
    .toMatchObject({ params: [{ $: 'start.name' }] })
  await expectAccessible(page)
})

test('a workflow of the gallery shows values, texts and rules, and no code', async ({
  page,
  signedIn,
  api,
}) => {
  const name = `Appeals ${Date.now()}`
  const made = await api.post('/api/v2/workflow-gallery/denial-appeal/use', { data: { name } })
  const { id } = (await made.json()) as { id: string }
  const valueOf = async (step: string) => {
    const answer = await api.get(`/api/v2/workflows/${id}`)
    const { draft } = (await answer.json()) as {
      draft: { steps: { id: string; config: { value?: unknown } }[] }
    }
    return draft.steps.find((one) => one.id === step)?.config.value
  }
  await signedIn()
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const code = inspector.getByRole('textbox', { name: /, expression$/ })

  await page.goto(`/workflows/${id}?step=result`)
  const won = inspector.getByRole('group', { name: 'won' })
  await expect(won.getByLabel('Kind of value')).toHaveValue('yes-no')
  await expect(won.getByText('Answer', { exact: false }).first()).toBeVisible()
  await expect(code).toHaveCount(0)
  // A name is changed; the rules of the value stay as they are.
  const claim = inspector.getByRole('group', { name: 'claim' })
  await claim.getByLabel('Name').fill('claimNumber')
  await claim.getByLabel('Name').press('Tab')
  await expect
    .poll(() => valueOf('result'))
    .toEqual({
      claimNumber: { $: 'start.claimNumber' },
      appealed: true,
      won: { $: 'steps.outcome.output.answer = "overturned"' },
      amount: { $: 'steps.outcome.output.amount' },
    })

  for (const step of ['argue', 'letter', 'sign_off', 'mail', 'outcome', 'accepted']) {
    await page.goto(`/workflows/${id}?step=${step}`)
    await expect(inspector.getByLabel('Step title', { exact: true })).not.toHaveValue('')
    await expect(inspector.getByRole('button', { name: /^Insert a value/ }).first()).toBeVisible()
    await expect(code).toHaveCount(0)
  }
})
