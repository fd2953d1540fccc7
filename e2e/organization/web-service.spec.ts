import type { Locator } from '@playwright/test'
import { selfSigned } from '../../test/fakes/self-signed.ts'
import { startWebServer } from '../../test/fakes/web-server.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { tabTo } from '../keys.ts'
import { startRun } from '../runs.ts'

type Draft = { id: string; draftRevision: number; draft: object }

test('an owner adds a web service, and an HTTP request names it', async ({
  page,
  signedIn,
  api,
}) => {
  const name = `Clinic ${Date.now()}`
  await signedIn()
  await page.goto('/connections')
  await page.getByRole('button', { name: 'Add a connection: Web service' }).click()
  const form = page.getByRole('dialog', { name: 'New connection: Web service' })
  await form.getByLabel('Provider').selectOption('api-key')
  await form.getByLabel('Name', { exact: true }).fill(name)
  await form.getByLabel('Address', { exact: false }).first().fill('https://api.example.com/v1')
  await expectAccessible(page)
  await tabTo(page, form.getByLabel('API key', { exact: true }))
  await page.keyboard.type('never-shown-key')
  await tabTo(page, form.getByRole('button', { name: 'Create' }))
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()

  const made = await api.post('/api/v2/workflows', { data: { name: `Asks ${name}` } })
  const { id, draftRevision, draft } = (await made.json()) as Draft
  const config = { url: '/patients' }
  const steps = [{ id: 'ask', title: 'Ask', type: 'http-request', config, after: [] }]
  const saved = await api.put(`/api/v2/workflows/${id}/draft`, {
    data: { definition: { ...draft, steps } },
    headers: { 'if-match': `"${draftRevision}"` },
  })
  expect(saved.status()).toBe(200)
  await page.goto(`/workflows/${id}?step=ask`)
  const choice = page.getByLabel('Connection', { exact: true })
  await expect(choice).toHaveValue('')
  await expect(page.getByRole('link', { name: 'Add a connection (in a new tab)' })).toBeVisible()
  const option = choice.getByRole('option', { name })
  await choice.selectOption((await option.getAttribute('value')) ?? '')
  await expect(page.getByText('Paths below https://api.example.com/v1')).toBeVisible()
  await expect(page.getByText('Calls https://api.example.com/v1/patients')).toBeVisible()
  await expectAccessible(page)

  // The link leads to this connection, not to the list.
  const link = page.getByRole('link', { name: `Open ${name} (in a new tab)` })
  const address = (await link.getAttribute('href')) ?? ''
  await page.goto(address)
  const card = page.locator(':target')
  await expect(card).toContainText(name)
  await expect(card).toBeInViewport()
})

const base64 = (text: string) => Buffer.from(text).toString('base64')
/** What the clinic's server wants to read, by the first part of the path. */
const signedIn: Record<string, [header: string, value: string]> = {
  'api-key': ['x-clinic-key', 'key-42'],
  bearer: ['authorization', 'Bearer fixed-token'],
  basic: ['authorization', `Basic ${base64('ada:a pass')}`],
  oauth2: ['authorization', 'Bearer given-token'],
  token: ['authorization', `Basic ${base64('rounds:client-secret')}`],
}

/** A server that answers only who signs in as its paths want it, and one that asks for a certificate. */
async function startClinic() {
  const own = selfSigned('localhost')
  const client = selfSigned('rounds')
  const plain = await startWebServer(undefined, Number(process.env['E2E_WEB_PORT']))
  const { key, certificate: cert } = own
  const secure = await startWebServer(
    { key, cert, ca: client.certificate, requestCert: true, rejectUnauthorized: true },
    Number(process.env['E2E_TLS_PORT']),
  )
  plain.respond = (response, { url = '', headers }) => {
    const [, way = ''] = url.split('/')
    const [header = '', value] = signedIn[way] ?? []
    const isRight = value !== undefined && headers[header] === value
    const given = way === 'token' ? { access_token: 'given-token', token_type: 'bearer' } : { way }
    response
      .writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(given))
  }
  return { plain, secure, client, authority: own.certificate }
}
type Clinic = Awaited<ReturnType<typeof startClinic>>

const fields = async (form: Locator, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values))
    await form.getByRole('textbox', { name: label, exact: true }).fill(value)
}

const ways: [provider: string, values: (clinic: Clinic) => Record<string, string>][] = [
  ['api-key', () => ({ Header: 'X-Clinic-Key', 'API key': 'key-42' })],
  ['bearer', () => ({ Token: 'fixed-token' })],
  ['basic', () => ({ 'User name': 'ada', Password: 'a pass' })],
  [
    'oauth2',
    ({ plain }) => ({
      'Token address': `${plain.origin}/token`,
      'Client id': 'rounds',
      'Client secret': 'client-secret',
    }),
  ],
  [
    'none',
    ({ client, authority }) => ({
      'Client certificate': client.certificate,
      'Key of the certificate': client.key,
      'Certificate authority of the server': authority,
    }),
  ],
]

test('each way to sign in is made and tested, and a step calls with it', async ({
  page,
  signedIn: signIn,
  api,
  publish,
}) => {
  const clinic = await startClinic()
  const { plain, secure } = clinic
  try {
    await signIn()
    for (const [way, values] of ways) {
      const name = `By ${way} ${Date.now()}`
      await page.goto('/connections')
      await page.getByRole('button', { name: 'Add a connection: Web service' }).click()
      const form = page.getByRole('dialog', { name: 'New connection: Web service' })
      await form.getByLabel('Provider').selectOption(way)
      await form.getByLabel('Name', { exact: true }).fill(name)
      const { origin } = way === 'none' ? secure : plain
      await fields(form, { Address: `${origin}/${way}`, ...values(clinic) })
      await form.getByRole('button', { name: 'Create' }).click()
      await expect(form).toBeHidden()
      // Not the message that it works, which is an item of a list too and stays below the pointer.
      const card = page.getByRole('main').getByRole('listitem').filter({ hasText: name })
      await card.getByRole('button', { name: /^Test/ }).click()
      await expect(card.getByText(/^Works: The server answered 200/)).toBeVisible()

      const connection = await card.locator('code').first().innerText()
      const { id } = await publish(`Calls ${name}`, {
        steps: [
          {
            id: 'ask',
            type: 'http-request',
            title: 'Ask',
            after: [],
            config: { connection, method: 'GET', url: '/patients' },
          },
        ],
      })
      const run = await startRun(api, id, { waitSeconds: 20 })
      expect(run, way).toMatchObject({ status: 'completed' })
    }
    expect(secure.seen.every(({ certified }) => certified)).toBe(true)
    expect(secure.seen.at(-1)?.url).toBe('/none/patients')
  } finally {
    await plain.stop()
    await secure.stop()
  }
})
