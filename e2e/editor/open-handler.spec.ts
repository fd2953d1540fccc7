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
