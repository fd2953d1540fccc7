import type { Browser, Page } from '@playwright/test'

/** Browsers have no passkeys for an IP address. */
const passkeyOrigin = (): string =>
  (process.env['E2E_BASE_URL'] ?? '').replace('//127.0.0.1', '//localhost')

/** The same page at the host that passkeys are for. */
export const atPasskeyHost = (address: string): string =>
  new URL(new URL(address).pathname, passkeyOrigin()).href

/** A page in a browser of its own, which makes and shows passkeys without asking. */
export async function pageWithPasskeys(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: passkeyOrigin() })
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('WebAuthn.enable')
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return page
}
