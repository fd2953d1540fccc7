import { randomBytes } from 'node:crypto'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { readRun } from '../runs.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
test.use({ ...phone, locale: 'es-MX' })

/** As browsers call "slow 3G": 400 kbit/s with 400 ms in each direction together. */
const slowLine = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }
const steps = [{ id: 'one', title: 'One', type: 'transform', config: { value: 1 } }]
const startData = {
  type: 'object',
  required: ['firstName'],
  'x-formPages': [
    { title: 'You', fields: ['firstName', 'dateOfBirth'] },
    { title: 'Your referral', fields: ['photo', 'note'] },
  ],
  properties: {
    firstName: { type: 'string', title: 'First name' },
    dateOfBirth: { type: 'string', format: 'date', title: 'Date of birth' },
    photo: {
      type: 'array',
      title: 'Photo of the referral',
      'x-formFieldType': 'multi-file',
      'x-formFileTypes': ['image/*'],
      items: { type: 'object', properties: { id: { type: 'string' } } },
    },
    note: { type: 'string', title: 'Note', 'x-formFieldType': 'long-text' },
  },
}
const es = {
  '/title': 'Su derivación',
  '/schema/properties/firstName/title': 'Nombre',
  '/schema/properties/dateOfBirth/title': 'Fecha de nacimiento',
  '/schema/properties/photo/title': 'Foto de la derivación',
  '/schema/properties/note/title': 'Nota',
  '/schema/x-formPages/0/title': 'Usted',
  '/schema/x-formPages/1/title': 'Su derivación',
}
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), randomBytes(120_000)])

test('a phone on a slow line fills in a Spanish form with a photo, loses the line, and goes on elsewhere', async ({
  page,
  context,
  publish,
  api,
}) => {
  const { id } = await publish('Phone', {
    startData,
    steps,
    settings: { form: { translations: { es } } },
  })
  const shared = await api.patch(`/api/v2/workflows/${id}`, {
    data: { formPublic: true, formProtection: 'always' },
  })
  const { formToken } = (await shared.json()) as { formToken: string }
  const line = await context.newCDPSession(page)
  const setLine = async (offline: boolean) =>
    await line.send('Network.emulateNetworkConditions', { offline, ...slowLine })
  await setLine(false)
  await page.goto(`/f/${formToken}`)
  const name = page.getByLabel('Nombre')
  await expect(name).toHaveAttribute('autocomplete', 'given-name')
  await expect(name).toHaveCSS('font-size', '16px')
  await name.fill('Ximena')
  await page.getByLabel('Fecha de nacimiento').fill('1990-04-05')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(
    page.getByRole('heading', { name: /^Su derivación \(página 2 de 2\)/ }),
  ).toBeFocused()

  // Too large a line for the photo at once: it is on its way when the line is lost.
  await page
    .getByLabel('Foto de la derivación: elegir archivos')
    .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: jpeg })
  await expect(page.getByRole('button', { name: 'Dejar de enviar foto.jpg' })).toBeVisible()
  await setLine(true)
  await expect(page.getByText('Se perdió la conexión.')).toBeVisible()
  await setLine(false)
  await expect(page.getByRole('button', { name: 'Quitar foto.jpg' })).toBeVisible()

  await page.getByRole('button', { name: 'Guardar para después' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const link = await page.getByLabel('Su enlace secreto').inputValue()

  // Another device, on a better line, goes on at the same page.
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByRole('status').filter({ hasText: 'está aquí de nuevo' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Quitar foto.jpg' })).toBeVisible()
  expect(other.url()).not.toContain('saved')
  await other.getByRole('button', { name: 'Enviar' }).click()
  await expect(other.getByRole('heading', { name: 'Gracias, lo hemos recibido' })).toBeFocused()
  const reference = (await other.locator('code').textContent()) ?? ''

  const found = await api.get(`/api/v2/runs?q=${reference}`)
  const [{ id: runId } = { id: '' }] = ((await found.json()) as { items: { id: string }[] }).items
  type Run = { startData: { firstName: string; photo: { fileName: string }[] } }
  const { startData: sent } = await readRun<Run>(api, runId)
  expect(sent.firstName).toBe('Ximena')
  expect(sent.photo.map(({ fileName }) => fileName)).toEqual(['foto.jpg'])
  const workflow = await (await api.get(`/api/v2/workflows/${id}`)).json()
  expect(workflow).toMatchObject({ formProofsAsked: 1, formProofsGiven: 1 })

  // The link has ended with the form.
  await other.goto('about:blank')
  await other.goto(link)
  await expect(other.getByText('Lo que guardó ya no está aquí')).toBeVisible()
})
