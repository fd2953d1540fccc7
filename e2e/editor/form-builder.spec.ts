import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keys.ts'

// A clerk's small window; they know no JSON, and their hands stay on the keyboard.
test.use({ viewport: { width: 800, height: 900 } })

const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const startData = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' }, note: { type: 'string', title: 'Note' } },
}

test('pages, and a message for each rule, are built by keyboard alone', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  test.slow()
  const { id } = await publish('Built', { startData, steps })
  await signedIn()
  await page.goto(`/workflows/${id}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const press = async (name: string) => {
    await tabTo(page, button(name), 150)
    await page.keyboard.press('Enter')
  }
  const rename = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }), 150)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  await press('Workflow')
  await press('Split into pages')
  await expect(button('Add a page')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Title of page 3')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Who you are')

  // The last page becomes the first; the focus goes along.
  await press('Move page 3 up')
  await expect(button('Move page 2 up')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(button('Move page 1 down')).toBeFocused()
  await expect(page.getByLabel('Title of page 1')).toHaveValue('Who you are')

  // A field moves from page to page by its arrows.
  await press('Move Name up')
  const first = page.getByRole('list', { name: 'Fields of page 1' })
  await expect(first.getByRole('listitem')).toHaveCount(1)
  await expect(button('Move Name down')).toBeFocused()
  await expect(page.getByText('Name is now field 1 of 2 on page 1.')).toBeAttached()
  await press('Remove page 3, and keep its fields')
  await rename('Title of page 2', 'What you wish')
  await rename('Text of page 1', 'One minute.')
  await expectAccessible(page)

  await tabTo(page, first.getByRole('button', { name: /^Name/ }), 150)
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('checkbox', { name: 'Required' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByText('Rules, messages and calculation'))
  await page.keyboard.press('Enter')
  await rename('Pattern', '^[A-Z].*$')
  await rename('When it is missing', 'Whom do we call?')
  await rename('When it is written otherwise', 'Begin with a capital letter.')
  await expectAccessible(page)
  await expect
    .poll(async () => (await (await api.get(`/api/v2/workflows/${id}`)).json()) as unknown)
    .toMatchObject({
      draft: {
        startData: {
          required: ['name'],
          properties: {
            name: {
              pattern: '^[A-Z].*$',
              errorMessage: {
                required: 'Whom do we call?',
                pattern: 'Begin with a capital letter.',
              },
            },
          },
          'x-formPages': [
            { title: 'Who you are', description: 'One minute.', fields: ['name'] },
            { title: 'What you wish', fields: ['note'] },
          ],
        },
      },
    })

  // The form as people will see it.
  await tabTo(page, page.getByRole('tab', { name: 'Fields' }), 150)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: /^Who you are/ })).toBeVisible()
  await press('Next')
  await expect(page.getByText('Whom do we call?', { exact: true })).toBeVisible()
})

test('a field that is required by an answer asks for it, without any expression', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const choice = { type: 'string', title: 'Decision', enum: ['Approved', 'Denied'] }
  const reason = { type: 'string', title: 'Reason' }
  const form = { type: 'object', properties: { decision: choice, reason } }
  const { id } = await publish('Required by an answer', { startData: form, steps })
  await signedIn()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/workflows/${id}`)
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector
    .getByRole('button', { name: /^Reason/ })
    .first()
    .click()
  await inspector
    .getByRole('button', { name: 'Required when, rule 1, value: choose a value' })
    .click()
  await page.keyboard.type('decision')
  await page.keyboard.press('Enter')
  const compared = inspector.getByLabel('Required when, rule 1, compared with')
  await compared.selectOption('Denied')
  await expectAccessible(page)
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  // The form as people see it.
  await inspector.getByRole('tab', { name: 'Preview' }).click()
  const send = inspector.getByRole('button', { name: /^(Send|Check)/ })
  await inspector.getByLabel('Decision').selectOption('Denied')
  await send.click()
  await expect(inspector.getByText('Please fill this in.')).toBeVisible()
  await inspector.getByLabel('Decision').selectOption('Approved')
  await expect(inspector.getByText('Please fill this in.')).toHaveCount(0)

  // And as the server asks.
  const starts = async (decision: string) => {
    const started = await api.post(`/api/v2/workflows/${id}/runs`, {
      data: { startData: { decision }, draft: true },
    })
    return started.status()
  }
  expect(await starts('Denied')).toBe(400)
  expect(await starts('Approved')).toBe(202)
})

test('who writes a form in Hebrew says its buttons in Hebrew, too', async ({
  page,
  signedIn,
  publish,
  api,
}) => {
  const name = { type: 'string', title: 'שם' }
  const { id } = await publish('טופס', {
    startData: { type: 'object', required: ['name'], properties: { name } },
    steps,
    settings: { form: { language: 'he' } },
  })
  await signedIn()
  await page.goto(`/workflows/${id}`)
  await page.getByRole('button', { name: 'Workflow', exact: true }).click()
  await page.getByRole('tab', { name: 'Share' }).click()
  const languages = page.getByRole('region', { name: 'Languages of the form' })
  await expect(languages.getByText(/^\d+ of \d+ texts missing$/)).toBeVisible()
  await languages.getByRole('button', { name: 'Translate into Hebrew' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate into Hebrew' })
  await expect(dialog.getByText('Written in this form')).toHaveCount(0)
  await dialog.getByLabel('Send', { exact: true }).fill('שליחה')
  await dialog.getByLabel('Please fill this in.', { exact: true }).first().fill('נא למלא.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

  const read = async () =>
    (await (await api.get(`/api/v2/workflows/${id}`)).json()) as { draftRevision: number }
  const data = { revision: (await read()).draftRevision }
  expect((await api.post(`/api/v2/workflows/${id}/publish`, { data })).status()).toBe(201)
  const shared = await api.patch(`/api/v2/workflows/${id}`, { data: { formPublic: true } })
  const { formToken } = (await shared.json()) as { formToken: string }
  await page.goto(`/f/${formToken}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
  await page.getByRole('button', { name: 'שליחה' }).click()
  await expect(page.getByText('נא למלא.', { exact: true })).toBeVisible()
})
