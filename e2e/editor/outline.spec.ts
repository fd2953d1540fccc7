import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { draftOf, openInTwo, saved, storedDraft } from './two-browsers.ts'

type Step = { id: string; group?: string; after: { step: string; via?: string }[] }

const linesOf = ({ steps }: { steps: unknown[] }) =>
  Object.fromEntries((steps as Step[]).map(({ id, after }) => [id, after]))

test('a step is moved in the outline by keys, with undo, and others see it', async ({
  page,
  browser,
  signedIn,
  api,
}) => {
  const id = await storedDraft(api, 4)
  await signedIn()
  const other = await openInTwo(page, browser, id)
  await page.getByRole('button', { name: 'Show the outline' }).click()
  await other.getByRole('button', { name: 'Show the outline' }).click()
  const outline = page.getByRole('region', { name: 'Outline' })
  const rows = outline.getByRole('listitem')
  await expect(rows).toContainText(['Number 0', 'Number 1', 'Number 2', 'Number 3'])

  const second = outline.locator('[data-row="s1"]')
  await second.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(second).toBeFocused()
  await expect(rows).toContainText(['Number 0', 'Number 2', 'Number 1', 'Number 3'])
  await expect(page.getByText('Number 1 now runs after Number 2.')).toBeAttached()
  await expect(second).toContainText('after Number 2')
  // Somebody else works in another step meanwhile, and sees the move.
  await other.locator('[data-row="s3"]').click()
  await other.getByLabel('Step title', { exact: true }).fill('The last')
  await expect(other.getByRole('region', { name: 'Outline' }).getByRole('listitem')).toContainText([
    'Number 0',
    'Number 2',
    'Number 1',
    'The last',
  ])
  await expect(rows.last()).toContainText('The last')
  await expectAccessible(page)

  await second.focus()
  await page.keyboard.press('Control+z')
  await expect(rows).toContainText(['Number 0', 'Number 1', 'Number 2', 'The last'])
  await expect(saved(page)).toBeVisible()
  await expect
    .poll(async () => linesOf(await draftOf(api, id)))
    .toEqual({
      s0: [],
      s1: [{ step: 's0' }],
      s2: [{ step: 's1' }],
      s3: [{ step: 's2' }],
    })
  await other.context().close()
})

test('a step is dragged in the outline to another place, into a branch and into a group', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  await signedIn()
  const wait = (id: string, title: string, after: Step['after'], group?: string) => ({
    id,
    type: 'wait',
    title,
    after,
    config: { seconds: 1 },
    ...(group ? { group } : {}),
  })
  const { id } = await publish('Dragged in the list', {
    groups: { g: { name: 'Answers', colour: 'blue' } },
    steps: [
      wait('first', 'First', []),
      {
        id: 'check',
        type: 'condition',
        title: 'Urgent?',
        after: [{ step: 'first' }],
        branchLabels: { true: 'Urgent', false: 'Can wait' },
        config: { when: { $: 'true' } },
      },
      wait('call', 'Call them', [{ step: 'check', via: 'true' }], 'g'),
      wait('write', 'Write to them', [{ step: 'check', via: 'false' }], 'g'),
      wait('last', 'Note it', [{ step: 'call' }, { step: 'write' }]),
    ],
  })
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Show the outline' }).click()
  const outline = page.getByRole('region', { name: 'Outline' })
  const row = (step: string) =>
    outline.getByRole('listitem').filter({ has: page.locator(`[data-row="${step}"]`) })
  const grip = (step: string) => row(step).locator('[data-grip]')
  const stored = async () => linesOf(await draftOf(api, id))

  // On the lower half of a branching step: its branches stand side by side.
  const target = await row('check').boundingBox()
  if (!target) throw new Error('The row is not drawn.')
  await grip('last').dragTo(row('check'), {
    targetPosition: { x: target.width * 0.25, y: target.height * 0.8 },
  })
  await expect(row('last')).toContainText('after Urgent? (Urgent)')
  await expect.poll(stored).toMatchObject({
    last: [{ step: 'check', via: 'true' }],
    call: [{ step: 'last' }],
  })
  // On the upper half of a step: before it.
  await grip('last').dragTo(row('write'), { targetPosition: { x: 80, y: 6 } })
  await expect(row('last')).toContainText('after Urgent? (Can wait)')
  await expect.poll(stored).toMatchObject({
    call: [{ step: 'check', via: 'true' }],
    last: [{ step: 'check', via: 'false' }],
    write: [{ step: 'last' }],
  })
  await expect(row('last')).toContainText('Answers')
  // On the name of a group.
  await grip('first').dragTo(outline.getByRole('button', { name: /^Answers/ }))
  await expect(row('first')).toContainText('Answers')
  await page.keyboard.press('Control+z')
  await expect(row('first')).not.toContainText('Answers')
})
