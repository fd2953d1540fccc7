import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keys.ts'

type Draft = { id: string; draftRevision: number; draft: object }

test('an owner adds a web service, and an HTTP request names it', async ({
  page,
  signedIn,
  api,
}) => {
  const name = `Clinic ${Date.now()}`
  await signedIn()
  await page.goto('/connections')
  await page.getByRole('button', { name: 'Add a connection: Web service' }).click()
  const form = page.getByRole('dialog', { name: 'New connection: Web service' })
  await form.getByLabel('Provider').selectOption('api-key')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Address', { exact: false }).first().fill('https://api.example.com/v1')
  await expectAccessible(page)
  await tabTo(page, form.getByLabel('API key', { exact: true }))
  await page.keyboard.type('never-shown-key')
  await tabTo(page, form.getByRole('button', { name: 'Create' }))
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()

  const made = await api.post('/api/v2/workflows', { data: { name: `Asks ${name}` } })
  const { id, draftRevision, draft } = (await made.json()) as Draft
  const config = { url: '/patients' }
  const steps = [{ id: 'ask', title: 'Ask', type: 'http-request', config, after: [] }]
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(saved.status()).toBe(200)
  await page.goto(`/workflows/${id}?step=ask`)
  const choice = page.getByLabel('Connection', { exact: true })
  await expect(choice).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Add a connection (in a new tab)' })).toBeVisible()
  const option = choice.getByRole('option', { name })
  await choice.selectOption((await option.getAttribute('value')) ?? '')
  await expect(page.getByText('Paths below https://api.example.com/v1')).toBeVisible()
  await expect(page.getByText('Calls https://api.example.com/v1/patients')).toBeVisible()
  await expectAccessible(page)

  // The link leads to this connection, not to the list.
  const link = page.getByRole('link', { name: `Open ${name} (in a new tab)` })
  const address = (await link.getAttribute('href')) ?? ''
  await page.goto(address)
  const card = page.locator(':target')
  await expect(card).toContainText(name)
  await expect(card).toBeInViewport()
})
