import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const text = (title: string) => ({ type: 'string', title, minLength: 1 })
const startData = {
  type: 'object',
  required: ['firstName', 'email'],
  properties: { firstName: text('First name'), email: { ...text('E-mail'), format: 'email' } },
}
const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const ada = { firstName: 'Ada', email: 'ada@example.com' }

/** Shares a form with the protection that every form has at first. */
async function share(api: APIRequestContext, id: string) {
  const changed = await api.patch(`/api/v2/workflows/${id}`, { data: { formPublic: true } })
  const { formToken } = (await changed.json()) as { formToken: string }
  return formToken
}

async function proofsAsked(api: APIRequestContext, id: string): Promise<number> {
  const workflow = await (await api.get(`/api/v2/workflows/${id}`)).json()
  return (workflow as { formProofsAsked: number }).formProofsAsked
}

const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, this was received' })

test('a robot that posts by itself starts nothing, and one that lies is slowed, then stopped', async ({
  publish,
  api,
  playwright,
  baseURL,
}) => {
  const { id, slug } = await publish('Robots post', { startData, steps })
  const path = `/api/v2/public/forms/${await share(api, id)}`
  const robot = await playwright.request.newContext(baseURL ? { baseURL } : {})
  const post = async (headers: Record<string, string> = {}) =>
    await robot.post(path, { data: { data: ada }, headers })
  const runs = async () => {
    const { items } = (await (await api.get(`/api/v2/runs?workflow=${slug}`)).json()) as {
      items: unknown[]
    }
    return items.length
  }
  const naive: Record<string, string>[] = [
    {},
    { 'form-signs': 'seconds=1' },
    { 'form-signs': 'seconds=40, trap' },
    { 'form-proof': 'a.b.c.d:e' },
  ]
  for (const headers of naive) {
    const refused = await post(headers)
    expect(refused.status()).toBe(409)
    expect(await refused.json()).toMatchObject({ details: { reason: 'proof_required' } })
  }
  expect(await runs()).toBe(0)

  // It says what our page says of a person: the first are taken, until nobody sends so much.
  const statuses: number[] = []
  while (statuses.at(-1) !== 429 && statuses.length < 400)
    statuses.push((await post({ 'form-signs': 'seconds=40' })).status())
  const taken = statuses.filter((status) => status === 202).length
  expect(taken).toBeGreaterThan(0)
  expect(new Set(statuses.slice(taken, -1))).toContain(409)
  expect(statuses.at(-1)).toBe(429)
  // As many as one network may without a proof, and those of the minute that this took.
  expect(taken).toBeLessThan(statuses.length / 1.5)
  await robot.dispose()
})

test('a robot in a browser that fills in all fields at once works for each sending', async ({
  page,
  publish,
  api,
}) => {
  const { id } = await publish('Robots browse', { startData, steps })
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST') answers.push(response.status())
  })
  await page.goto(`/f/${await share(api, id)}`)
  // The field that no person sees is one of them.
  await expect(page.locator('form input, [name=website]')).toHaveCount(3)
  for (const input of await page.locator('form input, [name=website]').all())
    await input.fill('ada@example.com', { force: true })
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(thanks(page)).toBeVisible()
  expect(answers).toEqual([409, 202])
  expect(await proofsAsked(api, id)).toBe(1)
})

test('a person with a keyboard is asked for nothing', async ({ page, publish, api }) => {
  const { id } = await publish('A person types', { startData, steps })
  await page.clock.install()
  await page.goto(`/f/${await share(api, id)}`)
  await page.clock.fastForward('00:05')
  await page.getByLabel('First name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type('ada@example.com')
  // The hidden field is no stop of the keyboard.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Send' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(thanks(page)).toBeVisible()
  expect(await proofsAsked(api, id)).toBe(0)
})

test('a person whose browser fills in everything notices nothing', async ({
  page,
  publish,
  api,
}) => {
  const { id } = await publish('A browser fills in', { startData, steps })
  await page.goto(`/f/${await share(api, id)}`)
  // As browsers and managers of passwords do: by value, at once, the hidden field too.
  await page.evaluate(() => {
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const input of document.querySelectorAll('input')) {
      setter?.call(input, input.name === 'website' ? 'https://a.example' : 'ada@example.com')
      for (const kind of ['input', 'change'])
        input.dispatchEvent(new Event(kind, { bubbles: true }))
    }
  })
  await page.getByRole('button', { name: 'Send' }).click()
  // No puzzle, no question, no message: the page does the work.
  await expect(thanks(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(await proofsAsked(api, id)).toBe(1)
})
