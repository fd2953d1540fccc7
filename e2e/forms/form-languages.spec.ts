import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'

const startData = {
  type: 'object',
  required: ['name', 'plan'],
  properties: {
    name: { type: 'string', title: 'Your name', minLength: 3 },
    plan: { type: 'string', title: 'Plan', enum: ['gold', 'silver'] },
  },
}
const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const translations = {
  es: {
    '/title': 'Solicitud de cita',
    '/schema/properties/name/title': 'Su nombre',
    '/schema/properties/plan/title': 'Plan de salud',
    '/schema/properties/plan/enum/0': 'oro',
    '/privacyNote': 'Guardamos sus datos **con cuidado**.',
  },
  he: { '/title': 'בקשת תור', '/schema/properties/name/title': 'השם שלך', '/texts/send': 'שליחה' },
}

test('a form speaks the language of its visitor, and its author sees what is missing', async ({
  page,
  browser,
  signedIn,
  publish,
  api,
}) => {
  const settings = { form: { privacyNote: 'We keep your data **with care**.', translations } }
  const { id } = await publish('Ask for a visit', { startData, steps, settings })
  const shared = await api.patch(`/api/v2/workflows/${id}`, { data: { formPublic: true } })
  const { formToken } = (await shared.json()) as { formToken: string }

  const phone = { viewport: { width: 390, height: 844 }, locale: 'es-MX' }
  const context = await browser.newContext({ ...phone, baseURL: process.env['E2E_BASE_URL'] ?? '' })
  const visitor = await context.newPage()
  await visitor.goto(`/f/${formToken}`)
  await expect(visitor.locator('html')).toHaveAttribute('lang', 'es')
  await expect(visitor.getByRole('heading', { name: 'Solicitud de cita' })).toBeVisible()
  await expect(visitor.getByRole('region', { name: 'Cómo se usan sus datos' })).toContainText(
    'Guardamos sus datos con cuidado.',
  )
  await visitor.getByRole('button', { name: 'Enviar' }).click()
  await expect(visitor.getByLabel('Su nombre')).toHaveAccessibleDescription(/Rellene este campo/)
  await expectAccessible(visitor)
  // The server says it in the same words.
  const path = `/api/v2/public/forms/${formToken}`
  const refused = await api.post(`${path}?language=es`, { data: { data: { name: 'Al' } } })
  expect(((await refused.json()) as { details: unknown }).details).toMatchObject({
    issues: [
      { path: 'data.plan', message: 'Rellene este campo.' },
      { path: 'data.name', message: 'Escriba al menos 3 caracteres.' },
    ],
  })
  await visitor.getByLabel('Su nombre').fill('Álvaro')
  await visitor.getByLabel('Plan de salud').selectOption('oro')

  // What was typed stays in another language, which is written from right to left.
  await visitor.getByRole('link', { name: 'עברית' }).click()
  await expect(visitor.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(visitor.getByLabel('השם שלך')).toHaveValue('Álvaro')
  await expectAccessible(visitor)
  await visitor.getByRole('button', { name: 'שליחה' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible()
  await context.close()

  await signedIn()
  await page.goto(`/workflows/${id}`)
  await page.getByRole('tab', { name: 'Share' }).click()
  const languages = page.getByRole('region', { name: 'Languages of the form' })
  await expect(languages).toContainText('1 of 6 texts missing')
  await languages.getByRole('button', { name: 'Translate into Spanish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Translate into Spanish' })
  await dialog.getByLabel('Only what is missing').click()
  await dialog.getByLabel('silver').fill('plata')
  await expect(dialog.getByRole('status')).toHaveText('6 of 6 texts translated')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(languages).toContainText('All 6 texts translated')
})
