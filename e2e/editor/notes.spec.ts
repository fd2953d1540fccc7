import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { draftOf } from './two-browsers.ts'

type Note = {
  text: string
  kind: string
  position: { x: number; y: number }
  size: { width: number; height: number }
}

test('notes are written, marked, moved and sized by keyboard, and deleted', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const { id } = await publish('With notes', {
    steps: [{ id: 'first', type: 'wait', title: 'First', after: [], config: { seconds: 1 } }],
  })
  const stored = async (): Promise<Note[]> => {
    const draft: { notes?: Record<string, Note>; steps: unknown } = await draftOf(api, id)
    return Object.values(draft.notes ?? {})
  }
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`/workflows/${id}`)
  const step = page.locator('.react-flow__node[data-id="first"]')
  await expect(step).toBeVisible()

  await step.focus()
  await page.keyboard.press('n')
  const field = page.getByRole('textbox', { name: 'Text of the note' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Ask the **clinic**\nbefore noon')
  await page.keyboard.press('Escape')
  const note = page.getByRole('group', { name: 'Explanation: Ask the **clinic**' })
  await expect(note).toBeFocused()
  await expect(note.locator('strong')).toHaveText('clinic')
  await expectAccessible(page)
  await expect.poll(async () => (await stored())[0]?.text).toBe('Ask the **clinic**\nbefore noon')
  const [before] = await stored()
  if (!before) throw new Error('The note is not stored.')

  await page.keyboard.press('Control+ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect
    .poll(async () => (await stored())[0])
    .toMatchObject({
      size: { width: before.size.width + 24, height: before.size.height },
      position: { x: before.position.x, y: before.position.y + 8 },
    })

  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Mark as “Take care”' }).press('Enter')
  const marked = page.getByRole('group', { name: /^Take care: Ask/ })
  await expect(marked).toBeFocused()
  await expect.poll(async () => (await stored())[0]?.kind).toBe('caution')

  // What the server draws has the note, too, and the review names it.
  const plain = await page.request.get(`/workflows/${id}`)
  expect((await plain.text()).includes('<strong>clinic</strong>')).toBe(true)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Command' }).fill('Publish')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 note added')).toBeVisible()
  await expect(dialog.getByText('Note on the canvas')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await marked.click()
  await page.keyboard.press('Delete')
  await expect(marked).toHaveCount(0)
  await expect.poll(stored).toEqual([])
  await page.keyboard.press('Control+z')
  await expect(marked).toBeVisible()
  await expect.poll(async () => (await stored()).length).toBe(1)
})
