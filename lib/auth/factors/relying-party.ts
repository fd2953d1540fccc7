import { isIP } from 'node:net'
import { env } from '#lib/env'

/** Whom passkeys are for: a host name, and the origins of its pages (WebAuthn §5.1.3). */
export type RelyingParty = { id: string; origins: string[] }

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The host of BASE_URL; undefined when browsers have no passkeys for it: it is an IP address, or
 * not reached by HTTPS. On a developer's machine it is `localhost`, whichever name is in BASE_URL.
 */
export function relyingParty(): RelyingParty | undefined {
  const url = new URL(env().BASE_URL)
  if (loopback.has(url.hostname)) {
    const port = url.port ? `:${url.port}` : ''
    return { id: 'localhost', origins: [`${url.protocol}//localhost${port}`] }
  }
  if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0)
    return undefined
  return { id: url.hostname, origins: [url.origin] }
}
