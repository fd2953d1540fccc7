import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { draftOf } from './two-browsers.ts'

type Step = { id: string; group?: string; position?: { x: number; y: number } }
type Draft = { steps: Step[]; groups?: Record<string, { name: string; colour: string }> }

const wait = (id: string, title: string, after: { step: string; via?: string }[]) => ({
  id,
  type: 'wait',
  title,
  after,
  config: { seconds: 1 },
})

const node = (page: Page, id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const chosen = async (page: Page, ...ids: string[]) => {
  for (const [index, id] of ids.entries())
    await node(page, id).click(index === 0 ? {} : { modifiers: ['Shift'] })
}

test('groups are made, named, coloured, moved, collapsed and dissolved by keyboard', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const { id } = await publish('With groups', {
    steps: [
      { ...wait('first', 'First', []), position: { x: 0, y: 0 } },
      { ...wait('second', 'Second', [{ step: 'first' }]), position: { x: 0, y: 160 } },
      {
        ...wait('third', 'Third', [{ step: 'first' }, { step: 'second' }]),
        position: { x: 0, y: 320 },
      },
    ],
  })
  const stored = async () => (await draftOf(api, id)) as unknown as Draft
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/workflows/${id}`)
  await chosen(page, 'first', 'second')
  await page.keyboard.press('Control+g')
  const name = page.getByRole('textbox', { name: 'Name of the group' })
  await expect(name).toBeFocused()
  await page.keyboard.type('Intake')
  await page.keyboard.press('Enter')
  const frame = page.getByRole('group', { name: 'Group Intake, 2 steps' })
  await expect(frame).toBeFocused()
  await expectAccessible(page)
  await expect
    .poll(async () => Object.values((await stored()).groups ?? {}))
    .toEqual([{ name: 'Intake', colour: 'blue' }])

  // The group moves with its steps.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(async () => (await stored()).steps.map(({ position }) => position))
    .toEqual([
      { x: 8, y: 0 },
      { x: 8, y: 160 },
      { x: 0, y: 320 },
    ])

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Violet' }).press('Enter')
  await expect
    .poll(async () => Object.values((await stored()).groups ?? {})[0]?.colour)
    .toBe('violet')

  // Collapsed it is one box, whose lines are drawn once; that is kept for this person alone.
  await expect(frame).toBeFocused()
  await page.keyboard.press('Enter')
  const box = page.getByRole('group', { name: 'Group Intake, collapsed, 2 steps' })
  await expect(box).toBeFocused()
  await expect(node(page, 'first')).toHaveCount(0)
  await expect(page.getByRole('img', { name: '2 connections from Intake to Third' })).toHaveCount(1)
  await expectAccessible(page)
  await page.reload()
  await expect(box).toBeVisible()
  await expect(page.getByText('First', { exact: true })).toHaveCount(0)

  // Find leads to a step in it.
  await page.keyboard.press('/')
  await page.keyboard.type('second')
  await page.keyboard.press('Enter')
  await expect(node(page, 'second')).toBeInViewport()

  // The review names it; the outline has it; undo and ungroup take it back.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('Publish')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Group “Intake”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the outline' }).click()
  const groups = page.getByRole('region', { name: 'Groups' })
  await expect(groups.getByText('2 steps')).toBeVisible()
  await expectAccessible(page)
  await groups.getByRole('button', { name: 'Ungroup Intake' }).click()
  await expect(groups).toHaveCount(0)
  await expect.poll(async () => (await stored()).steps.some(({ group }) => group)).toBe(false)
  await page.keyboard.press('Control+z')
  await expect(groups).toBeVisible()
})

test('loops and sub-workflows open as levels that the address keeps', async ({
  page,
  signedIn,
  publish,
}) => {
  await signedIn()
  const called = await publish('Send the letters', {
    steps: [wait('letter', 'Write the letter', [])],
  })
  const { id } = await publish('With levels', {
    steps: [
      {
        id: 'each',
        type: 'for-each',
        title: 'For each referral',
        after: [],
        config: { items: { $: '[1, 2]' } },
      },
      wait('check', 'Check it', [{ step: 'each', via: 'each' }]),
      {
        id: 'call',
        type: 'sub-workflow',
        title: 'Tell the clinic',
        after: [{ step: 'check' }],
        config: { workflow: called.slug },
      },
      wait('end', 'The end', [{ step: 'each', via: 'done' }]),
    ],
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/workflows/${id}`)
  const level = page.getByRole('navigation', { name: 'Level' })
  await node(page, 'each').dblclick()
  await expect(level.getByText('For each referral')).toBeVisible()
  await expect(node(page, 'check')).toBeVisible()
  await expect(node(page, 'end')).toHaveCount(0)
  await expect(page).toHaveURL(/[?&]level=each$/)
  await expectAccessible(page)

  await node(page, 'call').click()
  await page.keyboard.press('l')
  await expect(level.getByText(/^Send the letters/)).toBeVisible()
  await expect(page.getByText(/^Version 1 of “Send the letters/)).toBeVisible()
  await expect(node(page, 'letter')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open in its editor' })).toHaveAttribute(
    'href',
    `/workflows/${called.id}`,
  )
  await expect(page).toHaveURL(/level=each\.call$/)
  await expectAccessible(page)
  await page.reload()
  await expect(node(page, 'letter')).toBeVisible()
  // What is seen can only be looked at, and the keys leave the workflow around alone.
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  for (const key of ['l', 'k', 'n', 'Control+a', 'Control+g', 'Delete'])
    await page.keyboard.press(key)
  await expect(page.getByRole('status', { name: 'What happened' })).toHaveText(
    'This workflow is here to look at. Open it in its editor to change it; Escape leads up.',
  )
  await expect(node(page, 'letter')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true')
  // Fit and the outline are of the level; nothing can be added to it.
  const palette = page.getByRole('region', { name: 'Steps to add' })
  await expect(palette.getByText(/^This workflow is here to look at/)).toBeVisible()
  await page.keyboard.press('o')
  const outline = page.getByRole('region', { name: 'Outline' })
  await expect(outline.getByRole('button', { name: /^Write the letter/ })).toBeVisible()
  await expect(outline.getByRole('button', { name: /^Check it/ })).toHaveCount(0)
  await page.keyboard.press('o')
  await expect(node(page, 'letter')).toBeVisible()
  const view = page.locator('.react-flow__viewport')
  const fitted = await view.getAttribute('style')
  await page.getByRole('button', { name: 'Zoom out' }).click()
  await expect(view).not.toHaveAttribute('style', fitted ?? '')
  await page.keyboard.press('f')
  await expect(view).toHaveAttribute('style', fitted ?? '')
  // Where there is no room, the names of the levels above are cut first.
  await page.setViewportSize({ width: 390, height: 800 })
  const current = level.locator('[aria-current]')
  await expect(current).toBeVisible()
  expect(await current.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThan(2)
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.keyboard.press('Escape')
  await expect(node(page, 'check')).toBeVisible()
  await expect(page).toHaveURL(/level=each$/)

  // Find leads to the level of a step; the browser's way back leads back.
  await page.keyboard.press('/')
  await page.keyboard.type('the end')
  await page.keyboard.press('Enter')
  await expect(node(page, 'end')).toBeVisible()
  await expect(level).toHaveCount(0)
  await page.goBack()
  await expect(node(page, 'end')).toHaveCount(0)
  await level.getByRole('button', { name: 'One level up' }).click()
  await expect(node(page, 'end')).toBeVisible()
  await expect(node(page, 'each')).toHaveAttribute('aria-pressed', 'true')

  // Collapsed, the loop is one box that says how many steps it holds.
  await page.keyboard.press('k')
  await expect(
    page.getByRole('button', { name: 'Step For each referral, For each, collapsed with 2 steps' }),
  ).toBeVisible()
  await expect(node(page, 'check')).toHaveCount(0)
  await page.keyboard.press('k')
  await expect(node(page, 'check')).toBeVisible()
})

test('a sub-workflow opens as a level where versions are compared, too', async ({
  page,
  signedIn,
  publish,
}) => {
  await signedIn()
  const called = await publish('Send the letters', {
    steps: [wait('letter', 'Write the letter', [])],
  })
  const { id } = await publish('Looked at', {
    steps: [
      wait('check', 'Check it', []),
      {
        id: 'call',
        type: 'sub-workflow',
        title: 'Tell the clinic',
        after: [{ step: 'check' }],
        config: { workflow: called.slug },
      },
    ],
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/workflows/${id}/versions?to=1`)
  // As slowly as people do: the drawing stays where it is between the clicks.
  await node(page, 'call').dblclick({ delay: 100 })
  const level = page.getByRole('navigation', { name: 'Level' })
  await expect(level.getByText(/^Send the letters/)).toBeVisible()
  await expect(page.getByText(/^Version 1 of “Send the letters/)).toBeVisible()
  await expect(node(page, 'letter')).toBeVisible()
  await expectAccessible(page)
  // By keys: Escape leads up, L opens it again.
  await node(page, 'letter').focus()
  await page.keyboard.press('Escape')
  await expect(node(page, 'check')).toBeVisible()
  await node(page, 'call').focus()
  await page.keyboard.press('l')
  await expect(node(page, 'letter')).toBeVisible()
  await level.getByRole('button', { name: 'One level up' }).click()
  await expect(node(page, 'call')).toBeVisible()
})

test('the level of an empty loop asks for its first step', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const { id } = await publish('With an empty loop', {
    steps: [
      {
        id: 'each',
        type: 'for-each',
        title: 'For each referral',
        after: [],
        config: { items: { $: '[1, 2]' } },
      },
      wait('check', 'Check it', [{ step: 'each', via: 'each' }]),
    ],
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/workflows/${id}?level=each`)
  await node(page, 'check').click()
  await page.keyboard.press('Delete')
  await expect.poll(async () => (await draftOf(api, id)).steps.length).toBe(1)
  await page.reload()
  const canvas = page.getByRole('region', { name: 'Canvas' })
  await expect(canvas.getByText('The loop repeats the steps that you put here.')).toBeVisible()
  await expectAccessible(page)
  await canvas.getByRole('button', { name: 'Add the first step' }).click()
  await expect(page.getByText('After For each referral, by “each”')).toBeVisible()
  await page.keyboard.type('wait')
  await page.keyboard.press('Enter')
  await expect(node(page, 'wait')).toBeVisible()
  await expect(canvas.getByText('The loop repeats the steps that you put here.')).toHaveCount(0)
  await expect(page.getByText('Repeated by For each referral')).toBeVisible()

  // On a telephone too the bar says what is live and what the draft has besides.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByText(/^v1 · \d changes?$/)).toBeVisible()
})

test('the first picture draws names over all lines, as the canvas does', async ({
  context,
  signedIn,
  publish,
}) => {
  const { id } = await publish('Names in the picture', {
    groups: { g: { name: 'Intake', colour: 'blue' } },
    steps: [
      { ...wait('ask', 'Ask', []), on_failure: { step: 'mend', then: 'continue' }, group: 'g' },
      { ...wait('mend', 'Mend', []), group: 'g' },
      wait('end', 'End', [{ step: 'ask' }]),
    ],
  })
  await signedIn()
  const html = await (await context.request.get(`/workflows/${id}`)).text()
  const first = (mark: string) => html.indexOf(`${mark}="`)
  expect(first('data-line')).toBeGreaterThan(0)
  for (const name of ['data-line-name', 'data-group-name', 'data-step'])
    expect(first(name), name).toBeGreaterThan(html.lastIndexOf('data-line="'))
})
