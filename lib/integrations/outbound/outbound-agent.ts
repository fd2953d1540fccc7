import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent } from 'undici'
import { isPublicAddress } from './public-address.ts'

/** The address is internal and may not be called. */
export class InternalAddress extends Error {
  /** A sentence for the person who gave the address. */
  readonly sentence: string
  constructor(host: string) {
    super('internal address')
    this.sentence =
      `"${host}" is an internal address, which may not be called. An operator can allow it in ` +
      'HTTP_ALLOW_PRIVATE.'
  }
}

/**
 * Resolves names and accepts only public addresses. The connection itself uses this look-up, so
 * that it connects to the checked address: a name with a different second answer (DNS rebinding)
 * has no effect.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  systemLookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0)
    const bad = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (bad || !first) return callback(new InternalAddress(hostname), '', 0)
    if (options.all) return callback(null, addresses)
    callback(null, first.address, first.family)
  })
}

const publicAgent = new Agent({ connect: { lookup: publicLookup } })
const allowedAgent = new Agent()

/**
 * What a server is shown and trusted by, in PEM; `ca` replaces the public authorities.
 */
export type ClientTls = { cert?: string; key?: string; passphrase?: string; ca?: string }

/** Connections with a certificate are never shared with calls that do not have it. */
const tlsAgents = new LRUCache<string, Agent>({
  max: 200,
  dispose: (agent) => void agent.close().catch(() => undefined),
})

function tlsAgent(tls: ClientTls, isAllowed: boolean): Agent {
  const key = JSON.stringify([isAllowed, tls.cert, tls.key, tls.passphrase, tls.ca])
  const known = tlsAgents.get(key)
  if (known) return known
  const agent = new Agent({ connect: { ...tls, ...(isAllowed ? {} : { lookup: publicLookup }) } })
  tlsAgents.set(key, agent)
  return agent
}

/**
 * Creates the connections for an address that a customer gave: only to the public internet, and to
 * the `host:port` pairs in `allowed`, which an operator allowed. `tls` is for a server that asks
 * for a certificate, or has one of its own authority. Throws InternalAddress for a
 * literal internal address; for a name, the call fails with one as its cause.
 */
export function outboundAgent(url: URL, allowed: readonly string[], tls?: ClientTls): Agent {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (allowed.includes(`${host}:${port}`)) return tls ? tlsAgent(tls, true) : allowedAgent
  // A literal address bypasses the look-up. URL has already normalised decimal, octal and
  // hexadecimal forms.
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new InternalAddress(host)
  return tls ? tlsAgent(tls, false) : publicAgent
}

/** The refused address in the error of a call, if that was the cause. */
export function internalAddressIn(error: unknown): InternalAddress | undefined {
  if (error instanceof InternalAddress) return error
  return error instanceof Error && error.cause !== undefined
    ? internalAddressIn(error.cause)
    : undefined
}
