import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/**
 * Counts the components that React draws, as its developer tools do: of each tree that is committed
 * those that worked, and not what was only passed over.
 */
const countDrawings = `
  window.drawings = 0
  const performedWork = 1
  const visit = (fiber, before) => {
    if ([0, 1, 11, 14, 15].includes(fiber.tag) && fiber.flags & performedWork) window.drawings += 1
    if (before && fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) {
      const old = child.alternate
      if (!before || old !== child) visit(child, old ?? undefined)
    }
  }
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot(_id, root) {
      visit(root.current, root.current.alternate ?? undefined)
    },
  }`

/** A chain of loops with a step each: steps, lines and frames. */
const loops = (count: number) =>
  Array.from({ length: count }, (_none, at) => [
    {
      id: `each_${at}`,
      type: 'for-each',
      title: `Each ${at}`,
      after: at === 0 ? [] : [{ step: `each_${at - 1}`, via: 'done' }],
      config: { items: [1, 2] },
    },
    {
      id: `pause_${at}`,
      type: 'wait',
      title: `Pause ${at}`,
      after: [{ step: `each_${at}`, via: 'each' }],
      config: { seconds: 1 },
    },
  ]).flat()

/**
 * Types three letters at the end of the title, and answers how many components were drawn for the
 * last one: the first one also changes the bar. All of it is one task of the page, so that nothing
 * else which happens meanwhile is counted.
 */
async function drawnByLetter(page: Page, id: string): Promise<number> {
  await page.goto(`/workflows/${id}?step=pause_0`)
  await expect(page.getByLabel('Step title', { exact: true })).toBeFocused()
  return (await page.evaluate(`(async () => {
    const title = document.querySelector('input#title')
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    for (const letter of 'xyz') {
      window.drawings = 0
      set.call(title, title.value + letter)
      title.dispatchEvent(new InputEvent('input', { bubbles: true }))
      for (let turn = 0; turn < 100; turn += 1) await undefined
    }
    return window.drawings
  })()`)) as number
}

test('a letter in a title draws its step, however many others there are', async ({
  page,
  signedIn,
  publish,
}) => {
  await signedIn()
  await page.addInitScript(countDrawings)
  const few = await publish('Few loops', { steps: loops(3) })
  const many = await publish('Many loops', { steps: loops(60) })
  // The title and its box with what they are made of: some eighty; all panes are more than 400.
  for (const { id } of [few, many]) {
    const drawn = await drawnByLetter(page, id)
    expect(drawn).toBeGreaterThan(0)
    expect(drawn).toBeLessThan(120)
  }
  const node = page.locator('.react-flow__node[data-id="pause_0"]')
  // The box shows each letter, and its name for screen readers follows.
  await expect(node).toContainText('Pause 0xyz')
  await expect(node).toHaveAccessibleName(/^Step Pause 0xyz, /)
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Step title', { exact: true })).toHaveValue('Pause 0xyz')
})

test('from far no frame of a loop is an element, and from near only those in sight', async ({
  page,
  signedIn,
  publish,
}) => {
  await signedIn()
  const { id } = await publish('Many frames', { steps: loops(110) })
  await page.goto(`/workflows/${id}`)
  await expect(page.locator('canvas[data-far]')).toBeVisible()
  await expect(page.locator('[data-loop]')).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('go to pause 40')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-loop="each_40"]')).toContainText('Repeated by Each 40')
  expect(await page.locator('[data-loop]').count()).toBeLessThan(20)
})
