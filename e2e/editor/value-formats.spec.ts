import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { mailsTo } from '../mails.ts'

const startData = {
  type: 'object',
  properties: {
    born: { type: 'string', format: 'date', title: 'Date of birth' },
    amount: { type: 'number', title: 'Amount' },
    drugs: { type: 'array', title: 'Drugs', items: { type: 'string' } },
    visits: { type: 'array', title: 'Visits', items: { type: 'string', format: 'date' } },
    note: { type: 'string', title: 'Note' },
  },
}
const start = {
  born: '1985-12-10',
  amount: 1234.5,
  drugs: ['aspirin', 'ibuprofen', 'insulin'],
  visits: ['2026-01-05', '2026-02-09'],
}

/** Inserts a value at the cursor, by typing, and chooses how it is written. */
async function insert(page: Page, search: string, title: string, written?: string): Promise<void> {
  await page.keyboard.type(`/${search}`)
  await expect(page.getByRole('option', { name: title }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  if (written === undefined) return
  await page.getByRole('button', { name: `How “${title}” is written` }).click()
  await page.getByLabel('Written as').selectOption(written)
  await page.keyboard.press('Escape')
}

test('inserted dates, amounts and lists are written as the author chose, also in the mail', async ({
  page,
  signedIn,
  api,
}) => {
  const email = `formats-${Date.now()}@example.com`
  const config = { to: [email], subject: 'Formats', text: '' }
  const mail = { id: 'mail', type: 'send-email', title: 'Mail', after: [], config }
  const made = await api.post('/api/v2/workflows', {
    data: { name: `Formats ${Date.now()}`, definition: { startData, steps: [mail] } },
  })
  const { id } = (await made.json()) as { id: string }
  await signedIn()
  await page.goto(`/workflows/${id}?step=mail`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  const type = async (words: string) => {
    await text.press('ControlOrMeta+End')
    await page.keyboard.type(words)
  }
  await text.click()
  await type('Born ')
  await insert(page, 'birth', 'Date of birth')
  await type(', born ')
  await insert(page, 'birth', 'Date of birth', 'Monday, November 23, 2026')
  await type(', owes ')
  await insert(page, 'amount', 'Amount', '$1,234.50')
  await type(', takes ')
  await insert(page, 'drugs', 'Drugs', 'a, b and c')
  await type(', came ')
  await insert(page, 'visits', 'Visits')
  await page.getByRole('button', { name: 'How “Visits” is written' }).click()
  await page.getByLabel('Written as').selectOption('a, b and c')
  await page.getByLabel('Each entry as').selectOption('Nov 23, 2026')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await type('. ')
  await insert(page, 'note', 'Note')
  await page.getByRole('button', { name: 'How “Note” is written' }).click()
  await page.getByLabel('When it is empty, write').fill('No note.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const written =
    'Born December 10, 1985, born Tuesday, December 10, 1985, owes $1,234.50, ' +
    'takes aspirin, ibuprofen and insulin, ' +
    'came Jan 5, 2026 and Feb 9, 2026. No note.'
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  const started = await api.post(`/api/v2/workflows/${id}/runs`, {
    data: { startData: start, draft: true },
    headers: { prefer: 'wait=20' },
  })
  expect(started.status(), await started.text()).toBeLessThan(300)
  await expect
    .poll(async () => (await mailsTo(email)).map((one) => one.text.trim()))
    .toEqual([expect.stringContaining(written)])

  // What was chosen is read back, and the field shows what the run made of it.
  await page.reload()
  await expect(text.getByRole('img')).toHaveCount(6)
  await expect(page.locator('[id$="text-preview"]')).toContainText(written)
})

test('who has gone on when a popover closes keeps the focus there', async ({
  page,
  signedIn,
  api,
}) => {
  const config = { to: ['a@example.com'], subject: 'Formats', text: { $: 'start.born' } }
  const mail = { id: 'mail', type: 'send-email', title: 'Mail', after: [], config }
  const made = await api.post('/api/v2/workflows', {
    data: { name: `Gone on ${Date.now()}`, definition: { startData, steps: [mail] } },
  })
  const { id } = (await made.json()) as { id: string }
  await signedIn()
  await page.goto(`/workflows/${id}?step=mail`)
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await text.press('ControlOrMeta+End')
  await page.getByRole('button', { name: 'How “Date of birth” is written' }).click()
  const written = page.getByLabel('Written as')
  await expect(written).toBeFocused()
  // After Escape has closed it, and before its button gets the focus back.
  await text.evaluate(async (field: HTMLElement) => {
    const escape = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })
    document.activeElement?.dispatchEvent(escape)
    while (document.activeElement !== document.body) await Promise.resolve()
    field.focus()
  })
  await expect(written).toBeHidden()
  await page.evaluate(
    async () =>
      await new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve))
      }),
  )
  await page.keyboard.type(' in Troy')
  await expect(text).toContainText('in Troy')
  await expect(text).toBeFocused()
})
