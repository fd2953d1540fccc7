import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { startDnsServer, type DnsServer } from '#test/fakes/dns-server'
import { startOidcServer } from '#test/fakes/oidc-server'
import { startSamlIdp } from '#test/fakes/saml-idp-server'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { addPerson, givePassword, invite } from './people.ts'

const origin = process.env['E2E_BASE_URL'] ?? ''
const idpPort = Number(process.env['E2E_IDP_PORT'])

/** A provider that is running, and who is signed in there when a browser arrives. */
type Running = { become(who: { subject: string; email: string }): void; stop(): Promise<void> }

type Provider = {
  name: string
  /** Fills the dialog that adds it. */
  fill(dialog: Locator): Promise<void>
  /** Starts it with the address that the card shows under a label. */
  start(addressOf: (label: string) => Promise<string>): Promise<Running>
}

const oidc: Provider = {
  name: 'Hospital Okta',
  async fill(dialog) {
    await dialog.getByLabel('Issuer').fill(`http://127.0.0.1:${idpPort}`)
    await dialog.getByLabel('Client ID').fill('rounds')
    await dialog.getByLabel('Client secret').fill('a secret of the client')
  },
  async start(addressOf) {
    const redirectUri = await addressOf('Redirect URI')
    const client = { id: 'rounds', secret: 'a secret of the client', redirectUri }
    const server = await startOidcServer(client, idpPort)
    return {
      become({ subject, email }) {
        server.subject = subject
        server.accounts[subject] = { email, email_verified: true, name: subject }
      },
      stop: server.stop,
    }
  },
}

/** Its metadata are read while it is added, so it is running before. */
async function saml(): Promise<Provider> {
  const idp = await startSamlIdp(idpPort)
  return {
    name: 'Hospital Entra',
    async fill(dialog) {
      await dialog.getByRole('radio', { name: 'SAML 2.0' }).click()
      await dialog.getByLabel('or their address').fill(idp.metadata)
      await dialog.getByRole('button', { name: 'Read' }).click()
      await expect(dialog.getByLabel('Entity ID')).toHaveValue(idp.metadata)
    },
    async start(addressOf) {
      expect(await addressOf('Reply URL')).toContain('/acs')
      return {
        become({ subject: nameId, email }) {
          idp.person = { nameId, email }
        },
        stop: idp.stop,
      }
    },
  }
}

const newPage = async (browser: Browser): Promise<Page> =>
  await (await browser.newContext({ baseURL: origin })).newPage()

/** Sets up the authenticator app of the signed-in person; answers a recovery code. */
async function addFactor({ request }: { request: APIRequestContext }): Promise<string> {
  const headers = { origin }
  const begun = await request.post('/api/v2/profile/totp/options', { headers })
  const { secret, setUp } = (await begun.json()) as { secret: string; setUp: string }
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  const data = { setUp, code }
  const added = await request.post('/api/v2/profile/totp', { headers, data })
  const { recoveryCodes } = (await added.json()) as { recoveryCodes: string[] }
  return recoveryCodes[0] ?? ''
}

/** By pages alone: adds the provider, tests it and activates it. */
async function connect(page: Page, provider: Provider, tester: string): Promise<Running> {
  const { name } = provider
  await page.goto('/settings?tab=single-sign-on')
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an identity provider' })
  // Another protocol is another form, so its fields come first.
  await provider.fill(dialog)
  await dialog.getByLabel('Name').fill(name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save provider' }).click()
  await expect(dialog).toBeHidden()
  const running = await provider.start(
    async (label) => await page.getByLabel(`${label} of ${name}`, { exact: true }).inputValue(),
  )
  running.become({ subject: 'tester', email: tester })
  const test = page.getByRole('button', { name: `Test sign-in with ${name}` })
  await test.click()
  await expect(page.getByText('The test sign-in worked')).toBeVisible()
  await expect(page.getByText(`${tester}`)).not.toHaveCount(0)
  await page.getByRole('button', { name: `Activate ${name}` }).click()
  await expect(page.getByRole('button', { name: `Pause ${name}` })).toBeVisible()
  return running
}

/** By pages alone: proves the domain by its DNS record, and enforces the provider for it. */
async function enforce(
  page: Page,
  dns: DnsServer,
  at: { domain: string; owner: string },
  name: string,
) {
  const { domain, owner } = at
  await page.getByLabel('Domain', { exact: true }).fill(domain)
  await page.getByRole('button', { name: 'Add domain' }).click()
  const record = async (what: string) =>
    await page.getByLabel(`${what} of the TXT record of ${domain}`).inputValue()
  dns.records.set(await record('Name'), await record('Value'))
  await page.getByRole('button', { name: `Check record of ${domain}` }).click()
  const row = page.getByRole('list', { name: 'E-mail domains' }).getByLabel(domain, { exact: true })
  await expect(row.getByText('Proven', { exact: true })).toBeVisible()
  const chosen = row.getByLabel(`Provider of people at ${domain}`)
  await chosen.selectOption({ label: name })
  await expect(chosen.locator('option:checked')).toHaveText(name)
  await page.getByRole('checkbox', { name: owner }).click()
  await expect(page.getByRole('checkbox', { name: owner })).toBeChecked()
  const only = row.getByRole('switch', { name: `Single sign-on only at ${domain}` })
  await expect(only).toBeEnabled()
  const asked = page.getByRole('alertdialog', { name: `Only single sign-on at ${domain}?` })
  await only.press('Space')
  await expect(asked.getByText('is signed out now.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(only).toBeFocused()
  await only.press('Space')
  await asked.getByRole('button', { name: 'Require single sign-on' }).click()
  await expect(only).toBeChecked()
  await expectAccessible(page)
}

/** The whole way of one organization's provider, from the settings to its people. */
async function journey(browser: Browser, owners: APIRequestContext, provider: Provider) {
  const domain = `sso-${Date.now()}.org`
  const ines = { name: `Ines Identity ${Date.now()}`, email: `ines@${domain}`, role: 'owner' }
  const mara = { name: `Mara Member ${Date.now()}`, email: `mara@${domain}`, role: 'worker' }
  const nora = { name: `Nora Newcomer ${Date.now()}`, email: `nora@${domain}`, role: 'worker' }
  await addPerson(owners, ines)
  await addPerson(owners, mara)
  const dns = await startDnsServer(Number(process.env['E2E_DNS_PORT']))
  const page = await newPage(browser)
  await givePassword(page, ines.email)
  await page.waitForURL((url) => url.pathname === '/')
  const recoveryCode = await addFactor(page)
  const running = await connect(page, provider, ines.email)
  await enforce(page, dns, { domain, owner: ines.name }, provider.name)

  // A member's password is refused with the reason; their provider lets them in.
  const member = await newPage(browser)
  await givePassword(member, mara.email)
  await expect(member.getByText('Your organization wants you to sign in this way.')).toBeVisible()
  running.become({ subject: 'mara', email: mara.email })
  await member.getByRole('button', { name: `Continue with ${provider.name}` }).click()
  await member.waitForURL((url) => url.origin === origin && url.pathname === '/')
  await expect(member.getByRole('button', { name: `Account of ${mara.name}` })).toBeVisible()

  // Locked, their provider asks them again in another tab, and the page goes on.
  await member.getByRole('button', { name: `Account of ${mara.name}` }).click()
  await member.getByRole('menuitem', { name: 'Lock' }).click()
  const cover = member.getByRole('dialog', { name: 'Locked' })
  const opened = member.context().waitForEvent('page')
  await cover.getByRole('link', { name: `Continue with ${provider.name}` }).click()
  await opened
  await expect(cover).toBeHidden()

  // An invited newcomer joins by it; no password is offered to them.
  const guest = await newPage(browser)
  await guest.goto(await invite(owners, nora))
  const join = guest.getByRole('button', { name: `Join with ${provider.name}` })
  await expect(join).toBeVisible()
  await expect(guest.getByRole('textbox')).toHaveCount(0)
  running.become({ subject: 'nora', email: nora.email })
  await join.click()
  await guest.waitForURL((url) => url.origin === origin && url.pathname === '/')

  // The break-glass owner still gets in by password and second factor.
  const alone = await newPage(browser)
  await givePassword(alone, ines.email)
  await alone.getByRole('button', { name: 'Use a recovery code' }).click()
  await alone.getByLabel('Recovery code').fill(recoveryCode)
  await alone.getByRole('button', { name: 'Continue' }).click()
  await alone.getByRole('button', { name: 'Not now' }).click()
  await alone.waitForURL((url) => url.pathname === '/')
  await Promise.all([page, member, guest, alone].map((one) => one.context().close()))
  await Promise.all([running.stop(), dns.stop()])
}

test('people of an organization sign in by its OpenID Connect provider alone', async ({
  browser,
  context,
  signedIn,
}) => {
  await signedIn()
  await journey(browser, context.request, oidc)
})

test('people of an organization sign in by its SAML provider alone', async ({
  browser,
  context,
  signedIn,
}) => {
  await signedIn()
  await journey(browser, context.request, await saml())
})
