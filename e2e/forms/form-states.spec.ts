import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keys.ts'
import { everyField, everyFieldOnPages } from '#test/samples/every-field'

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]

type Publish = (
  name: string,
  definition: { startData: object; steps: object[] },
) => Promise<{
  id: string
  slug: string
}>

/** Publishes a form and answers the address of its shared page. */
async function share(api: APIRequestContext, publish: Publish, startData: object) {
  const { id } = await publish('States', { startData, steps })
  // A journey fills it in faster than people do, and would be asked for a proof.
  const data = { formPublic: true, formProtection: 'off' }
  const shared = await api.patch(`/api/v2/workflows/${id}`, { data })
  const { formToken } = (await shared.json()) as { formToken: string }
  return { id, path: `/f/${formToken}` }
}

/** Reaches a field by Tab and types into it. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field, 120)
  await page.keyboard.type(text)
}

/** Reaches a button by Tab and presses it. */
async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button, 120)
  await page.keyboard.press('Enter')
}

test('a shared form is accessible when empty, refused and filled in by keyboard alone', async ({
  page,
  api,
  publish,
}) => {
  test.slow()
  const { path } = await share(api, publish, everyField)
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await page.goto(path)
  await expectAccessible(page)

  // Sent empty: each fault leads to its field.
  await press(page, send)
  const faults = page.getByRole('alert').getByRole('button')
  await expect(faults).toHaveCount(4)
  await expectAccessible(page)
  for (const fault of await faults.all()) {
    await fault.focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('form') !== null))
      .toBe(true)
  }

  await page.reload()
  await type(page, page.getByLabel('Full name'), 'Ada Byron')
  await type(page, page.getByLabel('Date of birth'), '12101985')
  await type(page, page.getByLabel('Best time to call'), '0230PM')
  await type(page, page.getByLabel('How long you have had the pain', { exact: true }), '3')
  await type(page, page.getByLabel('E-mail'), 'ada@example.com')
  await type(page, page.getByLabel('Phone'), '+1 212 555 0100')
  await type(page, page.getByLabel('Social security number'), '123456789')
  await type(page, page.getByLabel('Insurance plan'), 'Si')
  await type(page, page.getByRole('combobox', { name: 'Diagnosis' }), '299')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('checkbox', { name: 'Fever' }))
  await page.keyboard.press('Space')
  await type(page, page.getByRole('combobox', { name: 'Codes' }), 'Code 59')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('radio', { name: 'Yes' }))
  await page.keyboard.press('Space')
  await type(page, page.getByLabel('Since when do you smoke?'), '1999')
  await type(page, page.getByLabel('Visits last year'), '3')
  await type(page, page.getByLabel('Price'), '10.5')
  await expect(page.getByLabel('Total')).toHaveValue('31.5')
  await expect(page.getByRole('textbox', { name: 'Clinic' })).toHaveAttribute('readonly', '')

  // Lists, as lines, as a table and as cards.
  const add = async (button: string, field: string, text: string) => {
    await press(page, page.getByRole('button', { name: button }))
    await expect(page.getByRole('textbox', { name: field })).toBeFocused()
    await page.keyboard.type(text)
  }
  await add('Add allergy', 'Allergy', 'Nuts')
  await add('Add medication', 'Name of the drug', 'Aspirin')
  await add('Add contact', 'Who', 'My sister')
  await expect(page.getByRole('group', { name: 'Contact 1: My sister' })).toBeVisible()
  await expectAccessible(page)
  await type(page, page.getByLabel('City'), 'Boston')
  await type(page, page.getByRole('combobox', { name: 'Payment' }), 'By c')
  await type(page, page.getByLabel('Card number'), '4242')
  await expectAccessible(page)
})

test('so are its pages from right to left, a drawn signature, and its end', async ({
  page,
  api,
  publish,
}) => {
  const { id, path } = await share(api, publish, everyFieldOnPages)
  const draft = (await (await api.get(`/api/v2/workflows/${id}`)).json()) as {
    draft: { settings: object }
    draftRevision: number
  }
  const form = { translations: { he: { '/title': 'טופס', '/texts/send': 'שליחה' } } }
  const settings = { ...draft.draft.settings, form }
  await api.put(`/api/v2/workflows/${id}/draft`, {
    headers: { 'if-match': `"${draft.draftRevision}"` },
    data: { definition: { ...draft.draft, settings } },
  })
  const { draftRevision } = (await (await api.get(`/api/v2/workflows/${id}`)).json()) as {
    draftRevision: number
  }
  const data = { revision: draftRevision }
  expect((await api.post(`/api/v2/workflows/${id}/publish`, { data })).status()).toBe(201)

  await page.goto(`${path}?language=he`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const next = page.getByRole('button', { name: 'Next' })
  await next.click()
  await expect(page.getByRole('alert').getByRole('button')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByLabel('Full name').fill('עדה')
  await page.getByLabel('Date of birth').fill('1990-04-05')
  await next.click()
  await expect(page.getByRole('heading', { name: /^Your health/ })).toBeFocused()
  await expectAccessible(page)
  await next.click()
  await expect(page.getByRole('heading', { name: /^Papers and signature/ })).toBeFocused()
  await page.getByLabel('Draw it').check()
  const pad = page.getByRole('img', { name: /draw here/ })
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 })
  await page.mouse.up()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use this signature' }).click()
  await expect(page.getByRole('button', { name: 'Sign again' })).toBeVisible()
  await expectAccessible(page)

  await api.patch(`/api/v2/workflows/${id}`, { data: { formClosed: true } })
  await page.reload()
  await expect(page.getByText('This form is closed')).toBeVisible()
  await expectAccessible(page)
})
