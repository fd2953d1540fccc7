import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const startData = {
  type: 'object',
  properties: {
    charge: { type: 'number', title: 'Charge', 'x-formCurrency': '$' },
    referrer: { type: 'string', title: 'Referrer' },
  },
}
const when = { $: 'start.charge != null and start.charge > 500' }
const steps = [{ id: 'large', type: 'condition', title: 'Large', after: [], config: { when } }]

const rule = (page: Page, number: number) =>
  page.getByRole('group', { name: `When, rule ${number}`, exact: true })
const problems = (page: Page, count: string) =>
  expect(page.getByRole('button', { name: count, exact: true })).toBeVisible()

test('a rule that is not complete is kept, and nothing is published with it', async ({
  page,
  signedIn,
  api,
}) => {
  const made = await api.post('/api/v2/workflows', {
    data: { name: `Rules ${Date.now()}`, definition: { startData, settings: {}, steps } },
  })
  const { id } = (await made.json()) as { id: string }
  const saved = async () => {
    const answer = await api.get(`/api/v2/workflows/${id}`)
    const { draft } = (await answer.json()) as { draft: { steps: { config: unknown }[] } }
    return draft.steps[0]?.config
  }
  await signedIn()
  await page.goto(`/workflows/${id}?step=large`)
  const amount = rule(page, 1).getByLabel('When, rule 1, compared with')
  await expect(amount).toHaveValue('500')

  // As numbers are written; what is none is refused, and does not count as its first digits.
  await amount.fill('25,000')
  await expect.poll(saved).toEqual({ when: { $: 'start.charge != null and start.charge > 25000' } })
  await problems(page, '0 problems')
  await amount.fill('7,5')
  await expect(amount).toHaveValue('7,5')
  await problems(page, '1 problem')
  await expect(page.getByText('A rule is not complete yet: choose what is missing')).toBeVisible()
  await amount.fill('900')
  await problems(page, '0 problems')

  // One more, without a value to compare with: it is there after a reload.
  await page.getByRole('button', { name: 'Add a rule', exact: true }).click()
  await rule(page, 2).getByRole('button', { name: 'When, rule 2, value: choose a value' }).click()
  await page.keyboard.type('Referrer')
  await page.keyboard.press('Enter')
  await problems(page, '1 problem')
  await expectAccessible(page)
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(rule(page, 2)).toBeVisible()
  await problems(page, '1 problem')
  const { draftRevision: revision } = (await (await api.get(`/api/v2/workflows/${id}`)).json()) as {
    draftRevision: number
  }
  const refused = await api.post(`/api/v2/workflows/${id}/publish`, { data: { revision } })
  expect(refused.status()).toBe(422)
  expect(await refused.text()).toContain('A rule is not complete')
  await rule(page, 2).getByLabel('When, rule 2, compared with').fill('Dr. Gray')
  await problems(page, '0 problems')
})
