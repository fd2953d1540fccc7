import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addMember, signIn } from '../organization/people.ts'

const startData = {
  type: 'object',
  properties: { patient: { type: 'string', title: 'Patient' } },
}
const screen = { id: 'look', title: 'Look', type: 'screen', config: { title: 'Look at it' } }

const row = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Open screens' }).getByRole('row').filter({ hasText: name })

test('two people share an inbox by keyboard: assign, hand over with a note, return, next', async ({
  page,
  browser,
  baseURL,
  publish,
  api,
  signedIn,
}) => {
  const { slug } = await publish('Shared inbox', { startData, steps: [screen] })
  for (const patient of ['Ada Alpha', 'Ben Beta', 'Cleo Gamma'])
    await api.post(`/api/v2/workflows/${slug}/runs`, { data: { startData: { patient } } })
  await signedIn()
  const email = await addMember(page.request, 'Mara Kent', 'worker')
  const address = `/inbox?workflow=${slug}&sort=case`
  await page.goto(address)
  await expect(row(page, 'Cleo Gamma')).toBeVisible()
  await expect(row(page, 'Ada Alpha')).toBeVisible()
  await expect(row(page, 'Ben Beta')).toBeVisible()

  // Two of them, to Mara.
  const { keyboard } = page
  await keyboard.press('j')
  await keyboard.press('x')
  await keyboard.press('j')
  await keyboard.press('Shift+X')
  await expect(page.getByRole('region', { name: 'Selected screens' })).toContainText('2 selected')
  await expectAccessible(page)
  await keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Assign 2 screens' })
  await expect(dialog.getByLabel('Name or e-mail')).toBeFocused()
  await keyboard.type(email)
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Ada Alpha')).toContainText('Mara Kent')
  await expect(row(page, 'Ben Beta')).toContainText('Mara Kent')

  // Only what Mara has, by her name.
  const members = await api.get('/api/v2/members?limit=200')
  const { items } = (await members.json()) as { items: { id: string; email: string }[] }
  await page.getByRole('button', { name: 'More filters' }).press('Enter')
  const filters = page.getByRole('dialog', { name: 'More filters' })
  await filters.getByLabel('With').selectOption(items.find((one) => one.email === email)?.id ?? '')
  await expect(row(page, 'Cleo Gamma')).toHaveCount(0)
  await expect(row(page, 'Ada Alpha')).toBeVisible()
  await expectAccessible(page)
  await page.goto(address)
  await expect(row(page, 'Cleo Gamma')).toBeVisible()

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const hers = await context.newPage()
  await signIn(hers, email, `/sign-in?next=${encodeURIComponent(address)}`)
  await expect(row(hers, 'Ada Alpha')).toContainText('You')
  // She returns one, by the menu of its row, and opens the other.
  await hers.keyboard.press('j')
  await hers.keyboard.press('Tab')
  await hers.keyboard.press('Enter')
  await hers.getByRole('menuitem', { name: /^Return to/ }).press('Enter')
  const back = hers.getByRole('dialog', { name: /^Return to/ })
  await back.getByLabel('Note').fill('Please call first.')
  await back.getByRole('button', { name: 'Return it' }).press('Enter')
  await expect(back).toBeHidden()
  // The owner sees it without asking, and opens it by the keyboard.
  await expect(row(page, 'Ada Alpha')).toContainText('You')
  await expect(row(page, 'Ada Alpha')).toContainText('from Mara Kent')
  await row(page, 'Ada Alpha').getByRole('link').focus()
  await keyboard.press('o')
  await page.waitForURL(/\/inbox\/[0-9a-f-]{36}$/)
  await expect(page.getByText('Please call first.')).toBeVisible()

  // Next prefers what she has already.
  await hers.keyboard.press('n')
  await hers.waitForURL(/\/inbox\/[0-9a-f-]{36}$/)
  await expect(hers.getByText('Ben Beta').first()).toBeVisible()
  await context.close()
})
