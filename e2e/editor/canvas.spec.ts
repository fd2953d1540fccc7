import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

type Definition = { steps: { id: string; after: { step: string; via?: string }[] }[] }

/** The middle of a part of the canvas, in the window. */
async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the canvas.`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('steps are added on lines, at ends and at loose lines, by mouse and by keyboard', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const { id } = await publish('On the canvas', {
    steps: [
      { id: 'first', type: 'wait', title: 'First', after: [], config: { seconds: 1 } },
      {
        id: 'last',
        type: 'wait',
        title: 'Last',
        after: [{ step: 'first' }],
        config: { seconds: 1 },
      },
    ],
  })
  await page.goto(`/workflows/${id}`)
  // Steps that still glide to their places cannot be aimed at.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect(page.locator('.react-flow__attribution')).toHaveCount(0)
  const node = (step: string) => `.react-flow__node[data-id="${step}"]`
  const search = page.getByRole('combobox', { name: 'Step to add' })
  const title = page.getByLabel('Step title', { exact: true })
  await expect(page.getByText('Version 1 is live', { exact: true })).toBeVisible()
  // The drawing, not its picture, which would be taken away without a pointer that holds it.
  await expect(page.locator(node('first'))).toBeVisible()

  // On a line: the new step comes between the two.
  await page.locator('[data-plus="after:first::last"]').dispatchEvent('click')
  await expect(search).toBeFocused()
  await expect(page.getByText('Between First and Last')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('transform')
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Transform')
  await expect(page.getByText(/^Version 1 is live · draft has 2 changes$/)).toBeVisible()

  // At an end that leads nowhere.
  await page.locator(`${node('last')} [data-plus="out"]`).click()
  await expect(page.getByText('After Last', { exact: true })).toBeVisible()
  await page.keyboard.type('condition')
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Condition')

  // A line that is dropped on nothing asks what should stand there.
  const handle = `${node('condition')} .react-flow__handle[data-handleid="via:false"]`
  await page.locator(handle).hover()
  const end = await middleOf(page, handle)
  await page.mouse.down()
  await page.mouse.move(end.x + 60, end.y + 60, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByText('After Condition, by “No”')).toBeVisible()
  await page.keyboard.type('wait')
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Wait')
  // A new step is named first; until then the focus may still come to its title.
  await expect(title).toBeFocused()

  // The menu of a step by keyboard; Escape leads back to the step.
  await page.locator(node('first')).focus()
  await page.keyboard.press('Shift+F10')
  const menu = page.getByRole('menu', { name: 'What can be done here' })
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(page.locator(node('first'))).toBeFocused()
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Add a step before it…' }).press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.type('transform')
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Transform 2')
  await expect(title).toBeFocused()

  // Find brings the step into the middle of the canvas.
  await page.locator(node('first')).focus()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Find a step' })).toBeFocused()
  await page.keyboard.type('last')
  await page.keyboard.press('Enter')
  await expect(title).toHaveValue('Last')
  await expect(page.locator(node('last'))).toBeInViewport({ ratio: 1 })

  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  const answer = await api.get(`/api/v2/workflows/${id}`)
  const { draft } = (await answer.json()) as { draft: Definition }
  const after = Object.fromEntries(draft.steps.map((step) => [step.id, step.after]))
  expect(after).toMatchObject({
    first: [{ step: 'transform_2' }],
    transform: [{ step: 'first' }],
    last: [{ step: 'transform' }],
    condition: [{ step: 'last' }],
    wait: [{ step: 'condition', via: 'false' }],
  })
})

test('the canvas has the room on a laptop, and panes open, close and resize', async ({
  page,
  signedIn,
  publish,
}) => {
  await signedIn()
  const { id } = await publish('Room', {
    steps: [{ id: 'only', type: 'wait', title: 'Only', after: [], config: { seconds: 1 } }],
  })
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.goto(`/workflows/${id}`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await expect(page.getByRole('button', { name: 'Add a step' })).toBeVisible()
  await expect(inspector).toHaveCount(0)
  await page.locator('.react-flow__node-step').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Step title', { exact: true })).toBeFocused()
  const bar = page.getByRole('separator', { name: 'Width of the inspector' })
  await bar.press('ArrowLeft')
  await expect(bar).toHaveAttribute('aria-valuenow', '400')
  await page.getByRole('button', { name: 'Close the inspector' }).click()
  await expect(inspector).toHaveCount(0)

  // The sidebar has icons only here, until its names are wanted; both are remembered.
  await page.getByRole('button', { name: 'Widen the sidebar' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Narrow the sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Widen the sidebar' })).toBeVisible()
  await page.getByRole('link', { name: 'Workflows', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Narrow the sidebar' })).toBeVisible()
})

test('what starts the workflow stands at its beginning, and leads to where it is changed', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const { id } = await publish('Started in many ways', {
    steps: [
      { id: 'first', type: 'wait', title: 'First', after: [], config: { seconds: 1 } },
      {
        id: 'last',
        type: 'wait',
        title: 'Last',
        after: [{ step: 'first' }],
        config: { seconds: 1 },
      },
    ],
  })
  const times = { cron: '0 7 * * *', timeZone: 'America/Chicago', startData: {} }
  const made = await api.post(`/api/v2/workflows/${id}/schedules`, {
    data: { name: 'Each morning', ...times },
  })
  expect(made.status()).toBe(201)

  // The server's answer has it.
  const answer = await page.request.get(`/workflows/${id}`)
  expect(await answer.text()).toContain('Each morning, next ')

  await page.goto(`/workflows/${id}`)
  const canvas = page.getByRole('region', { name: 'Canvas' })
  const start = canvas.getByRole('group', { name: 'Start', exact: true })
  await expect(start.getByRole('button', { name: 'Form, for members' })).toBeVisible()
  await expectAccessible(page)

  // By keyboard to the form's sharing, and to the start form.
  await start.getByRole('button', { name: 'Form, for members' }).press('Enter')
  const share = page.getByRole('tab', { name: 'Share' })
  await expect(share).toBeFocused()
  await expect(share).toHaveAttribute('aria-selected', 'true')
  // Another way to start comes into sight below it.
  await start.getByRole('button', { name: 'By hand and API' }).press('Enter')
  const byApi = page.getByRole('heading', { name: 'Start by API' })
  await expect(byApi).toBeFocused()
  await expect(byApi).toBeInViewport()
  await start.getByRole('button', { name: /^Start form/ }).press('Enter')
  await expect(page.getByRole('tab', { name: 'Start form' })).toBeFocused()

  // What changed while the schedules were open is shown when they close.
  await start.getByRole('button', { name: /^Each morning, next / }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('button', { name: 'Each morning', exact: true })).toBeVisible()
  const { id: schedule } = (await made.json()) as { id: string }
  const paused = await api.post(`/api/v2/schedules/${schedule}/pause`)
  expect(paused.status()).toBe(200)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(start.getByRole('button', { name: 'Each morning, paused' })).toBeVisible()

  // From far its lines are too small to be hit: all of it leads closer.
  const closer = canvas.getByRole('button', { name: /Come closer$/ })
  await expect(async () => {
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect(closer).toBeVisible({ timeout: 1000 })
  }).toPass()
  await closer.press('Enter')
  await expect(start.getByRole('button', { name: /^Start form/ })).toBeFocused()

  // The outline has the same.
  await page.keyboard.press('o')
  const outline = page.getByRole('region', { name: 'Outline' })
  await expect(outline.getByRole('button', { name: 'Each morning, paused' })).toBeVisible()
})
