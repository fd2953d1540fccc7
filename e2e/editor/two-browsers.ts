import { expect, type APIRequestContext, type Browser, type Page } from '@playwright/test'
import { untilListening } from '../listening.ts'

type Step = { id: string; title: string }
type Workflow = { id: string; draftRevision: number; draft: { steps: Step[] } }

/** The draft as the server has it. */
export async function draftOf(api: APIRequestContext, id: string): Promise<{ steps: Step[] }> {
  const read = await api.get(`/api/v2/workflows/${id}`)
  return ((await read.json()) as Workflow).draft
}

/** A workflow whose draft has so many steps in a row, `s0`, `s1` …; answers its id. */
export async function storedDraft(api: APIRequestContext, count: number): Promise<string> {
  const made = await api.post('/api/v2/workflows', { data: { name: `Together ${Date.now()}` } })
  const { id, draftRevision, draft } = (await made.json()) as Workflow
  const steps = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    type: 'transform',
    title: `Number ${index}`,
    after: index === 0 ? [] : [{ step: `s${index - 1}` }],
    config: { value: index },
    position: { x: (index % 3) * 320, y: Math.floor(index / 3) * 160 },
  }))
  const stored = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(stored.status()).toBe(200)
  return id
}

export const box = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
export const conflicts = (page: Page) => page.getByRole('list', { name: 'Conflicts' })
export const saved = (page: Page) => page.getByText('Saved', { exact: true }).first()

export async function rename(page: Page, id: string, name: string): Promise<void> {
  await box(page, id).click()
  await page.getByLabel('Step title', { exact: true }).fill(name)
}

export async function openDraft(page: Page, id: string): Promise<void> {
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

/** Opens a draft here and in a second browser, which is the answer. */
export async function openInTwo(page: Page, browser: Browser, id: string): Promise<Page> {
  await openDraft(page, id)
  const other = await secondBrowser(browser, page)
  await openDraft(other, id)
  return other
}
