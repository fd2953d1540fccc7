import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember } from '../organization/people.ts'

const startData = {
  type: 'object',
  properties: { manager: { type: 'string', title: 'Manager', format: 'email' } },
}
const steps = [{ id: 'look', type: 'screen', title: 'Look', after: [], config: { title: 'Look' } }]

test('who may do a screen is chosen by name, and as a value of the run', async ({
  page,
  signedIn,
  api,
  publish,
}) => {
  await signedIn()
  const email = await addMember(page.request, 'Nia Okafor', 'worker')
  const { id } = await publish('For somebody', { startData, steps })
  await page.goto(`/workflows/${id}?step=look`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  const add = inspector.getByRole('button', { name: 'Add a person: People' })
  const chosen = inspector.getByRole('list', { name: 'People' }).getByRole('listitem')
  const stored = async (): Promise<unknown> => {
    const answer = await api.get(`/api/v2/workflows/${id}`)
    const { draft } = (await answer.json()) as {
      draft: { steps: { config: { assignees?: unknown } }[] }
    }
    return draft.steps[0]?.config.assignees
  }

  // By mouse: a person by name, whom the list says by e-mail address.
  await add.click()
  await page.getByRole('combobox', { name: 'Add a person' }).fill(email)
  await expectAccessible(page)
  await page.getByRole('option', { name: /^Nia Okafor/ }).click()
  await expect(chosen).toHaveText(['Nia Okafor'])
  await expect.poll(stored).toEqual([email])

  // By keyboard: whom the form names, and somebody by a whole address.
  await add.press('Enter')
  await page.keyboard.type('manager')
  await page.keyboard.press('Enter')
  await expect(chosen).toHaveText(['Nia Okafor', 'Manager'])
  await add.press('Enter')
  await page.keyboard.type('nobody@example.org')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toEqual([email, { $: 'start.manager' }, 'nobody@example.org'])
  await expect(chosen.last()).toHaveText('nobody@example.org (not here)')
  await expectAccessible(page)
  await inspector.getByRole('button', { name: /^Remove nobody@example.org/ }).press('Enter')
  await expect(add).toBeFocused()
  await expect.poll(stored).toEqual([email, { $: 'start.manager' }])

  // Groups come from a directory.
  await inspector.getByRole('button', { name: 'Add a group: Groups' }).click()
  await expect(page.getByRole('combobox', { name: 'Add a group' })).toBeFocused()
})
