import type { APIRequestContext, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

type Steps = Record<string, unknown>[]
const chain = (count: number): Steps =>
  Array.from({ length: count }, (_none, index) => ({
    id: `s${index}`,
    type: 'transform',
    title: `Number ${index}`,
    after: index === 0 ? [] : [{ step: `s${index - 1}` }],
    config: { value: index },
    position: { x: (index % 10) * 320, y: Math.floor(index / 10) * 160 },
  }))

type Draft = { id: string; draftRevision: number; draft: { steps: Steps } }

/** Creates a workflow with these steps as its draft. Answers its id. */
async function drawn(api: APIRequestContext, name: string, steps: Steps): Promise<string> {
  const made = await api.post('/api/v2/workflows', { data: { name: `${name} ${Date.now()}` } })
  const { id, draftRevision, draft } = (await made.json()) as Draft
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(saved.status()).toBe(200)
  return id
}

const title = (page: Page) => page.getByLabel('Step title', { exact: true })
const box = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)

test('Enter right behind the letters acts on what was typed', async ({ page, signedIn, api }) => {
  const wait = { id: 'wait', type: 'wait', title: 'Wait', after: [], config: { seconds: 1 } }
  const id = await drawn(api, 'Typed quickly', [wait])
  await signedIn()
  await page.goto(`/workflows/${id}`)
  await expect(box(page, 'wait')).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Command' })
  await expect(field).toBeFocused()
  // Letters and Enter arrive without a pause, as on a busy machine.
  await field.evaluate((input: HTMLInputElement) => {
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const words = 'go to wait'
    for (let length = 1; length <= words.length; length++) {
      write?.call(input, words.slice(0, length))
      input.dispatchEvent(new Event('input', { bubbles: true }))
    }
    const enter = { key: 'Enter', bubbles: true, cancelable: true }
    input.dispatchEvent(new KeyboardEvent('keydown', enter))
  })
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveValue('Wait')
  await expect(page.locator('.react-flow__node-step')).toHaveCount(1)
})

test('a title that comes late takes nothing from a dialog that was opened meanwhile', async ({
  page,
  signedIn,
  api,
}) => {
  const wait = { id: 'wait', type: 'wait', title: 'Wait', after: [], config: { seconds: 1 } }
  const id = await drawn(api, 'Commands in a row', [wait])
  await signedIn()
  // As on a busy machine: the title of the step is looked for after half a second.
  await page.addInitScript(() => {
    const every = window.setInterval
    window.setInterval = ((act: () => void, ms?: number) =>
      every(act, ms === 50 ? 500 : ms)) as typeof window.setInterval
  })
  await page.goto(`/workflows/${id}`)
  await expect(box(page, 'wait')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Command' })
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('go to wait')
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('add create text note', { delay: 60 })
  await expect(field).toHaveValue('add create text note')
})

test('going to a step of a large workflow shows that step', async ({ page, signedIn, api }) => {
  const id = await drawn(api, 'Large', chain(260))
  await signedIn()
  await page.goto(`/workflows/${id}`)
  // From so far one canvas draws all steps.
  await expect(page.locator('canvas[data-far]')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('go to number 255')
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveValue('Number 255')
  // Legible, and in the middle of the canvas; a view of the whole shows boxes of a few pixels.
  await expect
    .poll(async () => (await box(page, 's255').boundingBox())?.width ?? 0)
    .toBeGreaterThan(150)
  await expect(box(page, 's255')).toBeInViewport()
})

test('a press while the canvas moves selects the step under it', async ({
  page,
  signedIn,
  api,
}) => {
  const id = await drawn(api, 'Moving', chain(40))
  await signedIn()
  await page.goto(`/workflows/${id}`)
  await expect(box(page, 's0')).toBeVisible()
  // The canvas is moved between press and release, as an animation does.
  await box(page, 's12').evaluate((node: HTMLElement) => {
    const { x, y } = node.getBoundingClientRect()
    const at = { bubbles: true, cancelable: true, clientX: x + 5, clientY: y + 5, button: 0 }
    node.dispatchEvent(new PointerEvent('pointerdown', at))
    node.dispatchEvent(new MouseEvent('mousedown', { ...at, view: window }))
    const pane = document.querySelector('.react-flow__pane')
    pane?.dispatchEvent(new MouseEvent('mouseup', { ...at, view: window }))
    // The browser gives the click to the nearest element around both.
    document.querySelector('.react-flow__renderer')?.dispatchEvent(new MouseEvent('click', at))
  })
  await expect(title(page)).toHaveValue('Number 12')
})

test('what the server would refuse is shown as a problem before', async ({
  page,
  signedIn,
  api,
}) => {
  const wait = { id: 'wait', type: 'wait', title: 'Wait', after: [], config: { seconds: 1 } }
  const id = await drawn(api, 'Empty wait', [wait])
  await signedIn()
  await page.goto(`/workflows/${id}`)
  await box(page, 'wait').click()
  await page.getByRole('textbox', { name: /^Time/ }).fill('')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(
    page
      .getByText('Say how long it waits: a time, working days, working hours, or until an instant.')
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /Publish now|Checking/ })).toBeDisabled()
})
