import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const startData = {
  type: 'object',
  properties: { patientName: { type: 'string', title: 'Patient name' }, age: { type: 'integer' } },
  required: ['patientName'],
}
const codeStep = (source: string) => ({
  id: 'code',
  type: 'code',
  title: 'Count',
  after: [],
  config: { source },
})
const good = 'export default ({ start }) => {\n  return start.patientName\n}\n'
const mistyped =
  'export default ({ start }) => {\n  const n: number = "text"\n  return undefinedThing\n}\n'

async function openCode(page: Page, id: string) {
  await page.goto(`/workflows/${id}`)
  await page.locator('.react-flow__node[data-id="code"]').click()
  return page.locator('.code-field .cm-content')
}

async function replaceWith(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

/**
 * The list takes no keys while it asks again, nor in its first 75 ms (CodeMirror's
 * `interactionDelay`), so that nobody accepts what they have not seen: Enter begins a line then.
 */
async function untilOptionsTakeKeys(page: Page) {
  await page.waitForFunction(() => {
    const list = document.querySelector<HTMLElement>('.cm-tooltip-autocomplete')
    if (!list || list.classList.contains('cm-tooltip-autocomplete-disabled')) return false
    list.dataset.seenAt ??= String(performance.now())
    return performance.now() - Number(list.dataset.seenAt) > 100
  })
}

test('types are checked as somebody types, complete the code, and are shown before publishing', async ({
  page,
  signedIn,
  publish,
}) => {
  const { id } = await publish('Typed code', { startData, steps: [codeStep(good)] })
  await signedIn()
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const code = await openCode(page, id)
  await expect(code).toBeVisible()
  // The checker is large: it comes when somebody goes to the code.
  expect(workers).toEqual([])
  await code.click()
  await expect.poll(() => workers.length).toBe(1)
  expect(new URL(workers[0] ?? '').origin).toBe(new URL(page.url()).origin)

  await replaceWith(page, mistyped)
  const underlined = code.locator('.cm-lintRange-warning')
  await expect(underlined.filter({ hasText: /^n$/ })).toBeVisible()
  await expect(underlined.filter({ hasText: 'undefinedThing' })).toBeVisible()
  // The server says the same.
  await expect(page.getByRole('button', { name: '2 problems', exact: true })).toBeVisible()
  const warnings = page.getByRole('list', { name: 'Warnings' })
  await expect(warnings).toContainText("Type 'string' is not assignable to type 'number'.")
  await expect(code).toBeFocused()

  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: /^2 warnings/ })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toBeEnabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await code.click()
  await replaceWith(page, 'export default ({ start }) => ')
  await page.keyboard.type('start.pat')
  const option = page.getByRole('option', { name: 'patientName' })
  await expect(option).toContainText('string')
  await untilOptionsTakeKeys(page)
  await page.keyboard.press('Enter')
  await expect(code).toHaveText('export default ({ start }) => start.patientName')
  await expect(underlined).toHaveCount(0)
  await page.keyboard.type('.slice(')
  await expect(page.locator('.cm-type-info')).toContainText('slice(start?: number, end?: number)')
})

test('the code fills the window with the same cursor, undo and problems', async ({
  page,
  signedIn,
  publish,
}) => {
  const { id } = await publish('Large code', { startData, steps: [codeStep(good)] })
  await signedIn()
  const code = await openCode(page, id)
  await code.click()
  await replaceWith(page, 'export default ({start})=>{\nreturn start.patientNam\n}\n')
  await page.keyboard.type('// More')
  await page.keyboard.press('Alt+Enter')
  const dialog = page.getByRole('dialog', { name: 'Code' })
  await expect(dialog.locator('.cm-content')).toBeFocused()
  const { width, height } = (await dialog.locator('.cm-editor').boundingBox()) ?? {}
  const window = page.viewportSize()
  expect(width).toBeGreaterThan((window?.width ?? 0) * 0.9)
  expect(height).toBeGreaterThan((window?.height ?? 0) * 0.6)
  // The cursor is where it was.
  await page.keyboard.type(' of it')
  await expect(dialog.locator('.cm-line').last()).toHaveText('// More of it')

  const problems = dialog.getByRole('list', { name: 'Problems of the code' })
  await expect(problems).toContainText("Property 'patientNam' does not exist on type 'Start'")
  await expectAccessible(page)
  await problems.getByRole('button').first().click()
  await page.keyboard.press('Shift+Alt+F')
  const lines = dialog.locator('.cm-line')
  await expect(lines.first()).toHaveText('export default ({ start }) => {')
  await expect(lines.nth(1)).toHaveText('  return start.patientNam')
  // One step of undo, and the cursor at the problem.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(lines.first()).toHaveText('export default ({start})=>{')

  // Escape first closes what is open in the editor.
  await problems.getByRole('button').first().click()
  await page.keyboard.press('Control+Space')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(code).toBeFocused()
  await expect(code.locator('.cm-line').last()).toHaveText('// More of it')
  // What was written before it was large is undone after it.
  await page.keyboard.press('ControlOrMeta+z')
  await expect(code.locator('.cm-line').last()).not.toHaveText('// More of it')
})
