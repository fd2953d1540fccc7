import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { expectAccessible } from '../axe.ts'
import { untilListening } from '../listening.ts'

type Step = { id: string; title: string; after: { step: string }[] }
type Workflow = { id: string; draftRevision: number; draft: { steps: Step[] } }
const ids = ['s0', 's1', 's2', 's3', 's4', 's5']

async function read(api: APIRequestContext, id: string): Promise<Workflow> {
  return (await (await api.get(`/api/v2/workflows/${id}`)).json()) as Workflow
}

async function drawn(api: APIRequestContext): Promise<string> {
  const made = await api.post('/api/v2/workflows', { data: { name: `Together ${Date.now()}` } })
  const { id, draftRevision, draft } = (await made.json()) as Workflow
  const steps = ids.map((step, index) => ({
    id: step,
    type: 'transform',
    title: `Number ${index}`,
    after: index === 0 ? [] : [{ step: `s${index - 1}` }],
    config: { value: index },
    position: { x: (index % 3) * 320, y: Math.floor(index / 3) * 160 },
  }))
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(saved.status()).toBe(200)
  return id
}

const title = (page: Page) => page.getByLabel('Step title', { exact: true })
const box = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const conflicts = (page: Page) => page.getByRole('list', { name: 'Conflicts' })
const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()

async function rename(page: Page, id: string, name: string): Promise<void> {
  await box(page, id).click()
  await title(page).fill(name)
}

async function openDraft(page: Page, id: string): Promise<void> {
  await page.goto(`/workflows/${id}`)
  await untilListening(page)
  await expect(box(page, 's0')).toBeVisible()
}

/** A second browser of the same person: to the draft it is somebody else. */
async function secondBrowser(browser: Browser, page: Page): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
  })
  return await context.newPage()
}

test('two browsers edit one draft, and nothing is lost', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await drawn(api)
  await signedIn()
  await openDraft(page, id)
  const other = await secondBrowser(browser, page)
  await openDraft(other, id)

  // Each sees who else is here, and where.
  await expect(page.getByRole('list', { name: 'Also here' }).getByRole('button')).toHaveCount(1)
  await box(other, 's2').click()
  await expect(page.getByRole('button', { name: /is at Number 2/ })).toBeVisible()

  // Both work at the same time, in different steps.
  for (let turn = 0; turn < 4; turn += 1) {
    await rename(page, `s${turn % 3}`, `A${turn}`)
    await rename(other, `s${3 + (turn % 3)}`, `B${turn}`)
  }
  const together = ['A3', 'A1', 'A2', 'B3', 'B1', 'B2']
  for (const one of [page, other])
    for (const [index, name] of together.entries())
      await expect(box(one, `s${index}`)).toContainText(name)

  // Undo takes back one's own change only, also with the other's changes since.
  await rename(page, 's0', 'By mistake')
  await expect(box(other, 's0')).toContainText('By mistake')
  await rename(other, 's4', 'Later')
  await expect(box(page, 's4')).toContainText('Later')
  await box(page, 's1').click()
  await page.getByRole('button', { name: /^Undo/ }).first().click()
  await expect(box(page, 's0')).toContainText('A3')
  await expect(box(page, 's4')).toContainText('Later')
  await expect(box(other, 's0')).toContainText('A3')

  // The same field: both values are kept until somebody chooses.
  await expect(saved(other)).toBeVisible()
  await other.context().setOffline(true)
  await rename(other, 's3', 'Of the other one')
  await rename(other, 's5', 'Only here')
  await rename(page, 's3', 'Of this one')
  await expect.poll(async () => (await read(api, id)).draft.steps[3]?.title).toBe('Of this one')
  await other.context().setOffline(false)
  await expect(conflicts(other)).toBeVisible({ timeout: 15_000 })
  await expect(conflicts(other)).toContainText('Of this one')
  await expect(conflicts(other)).toContainText('Of the other one')
  await expectAccessible(other)
  await expect(box(page, 's5')).toContainText('Only here')
  await expect(box(page, 's3')).toContainText('Of this one')
  await conflicts(other).getByRole('button', { name: 'Keep mine' }).click()
  await expect(box(page, 's3')).toContainText('Of the other one')
  await expect(saved(other)).toBeVisible()

  const { draft } = await read(api, id)
  expect(draft.steps.map((step) => step.title)).toEqual([
    'A3',
    'A1',
    'A2',
    'Of the other one',
    'Later',
    'Only here',
  ])
  await other.context().close()
})
