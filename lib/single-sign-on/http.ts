import { env } from '#lib/env'
import { log } from '#lib/log'
import { readCapped } from '#lib/read-capped'
import { SsoRefusal } from './provider-identity.ts'

const noStore = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** An answer that is a text. */
export const text = (status: number, body: string, type = 'text/plain;charset=UTF-8'): Response =>
  new Response(body, { status, headers: { ...noStore, 'content-type': type } })

/** An answer that is JSON. */
export const json = (
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...noStore, 'content-type': 'application/json', ...headers },
  })

/** Sends the browser on by GET (303). A path is one of our own. */
export function goTo(address: string, setCookies: string[] = []): Response {
  const location = address.startsWith('/') ? `${env().BASE_URL}${address}` : address
  const headers = new Headers({ ...noStore, location })
  for (const line of setCookies) headers.append('set-cookie', line)
  return new Response(null, { status: 303, headers })
}

/** Where a confirmation by the provider ends, in a tab of its own. */
export const confirmedPath = '/confirmed'

/**
 * Sends the browser to the sign-in page, or to `path`, which says why. What exactly was wrong is
 * for the log only: it would help a forger.
 */
export function refused(error: unknown, path = '/sign-in'): Response {
  const reason = error instanceof SsoRefusal ? error.reason : 'unavailable'
  if (!(error instanceof SsoRefusal) && !(error instanceof Error && error.message === reason))
    throw error
  log.info({ reason, why: error.message }, 'a sign-in by single sign-on was refused')
  return goTo(`${path}?error=${reason}`)
}

const maxFormBytes = 450 * 1024

/** The fields of a form, at most 450 KB of it. Throws SsoRefusal. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type))
    throw new SsoRefusal('sso_failed', 'The answer is no form.')
  const tooLarge = () => new SsoRefusal('sso_failed', 'The answer is larger than 450 KB.')
  const bytes = await readCapped(request.body, maxFormBytes, tooLarge)
  return new URLSearchParams(new TextDecoder().decode(bytes))
}
