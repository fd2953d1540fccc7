import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

/**
 * Which proxies in front of the service are believed: a number of them, or the networks in which
 * they stand. 0 believes nobody: the address is that of the connection.
 */
export type TrustedProxies = number | string[]

type Address = ReturnType<typeof ipaddr.process>

/** An address without its port; undefined for anything else. An IPv4 address in IPv6 is IPv4. */
function parsed(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
  return ipaddr.isValid(bare) && !/^\d+$/.test(bare) ? ipaddr.process(bare) : undefined
}

function isIn(address: Address, network: string): boolean {
  const [range, bits] = ipaddr.parseCIDR(network)
  return address.kind() === range.kind() && address.match(range, bits)
}

/**
 * Who asks: the address of the connection, or, when that is a trusted proxy, the address that the
 * trusted proxies saw, read from the right end of `X-Forwarded-For`. What stands further left was
 * written by the client and is not believed.
 */
export function addressOf(
  connection: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const entries = (forwardedFor ?? '').split(',').map((entry) => entry.trim())
  const chain = [...entries.filter(Boolean), connection ?? '']
  let from = chain.length - 1
  if (typeof trusted === 'number') from = Math.max(0, from - trusted)
  else
    for (; from > 0; from--) {
      const proxy = parsed(chain[from] ?? '')
      if (!proxy || !trusted.some((network) => isIn(proxy, network))) break
    }
  // A proxy that writes no address ("unknown") stands for all whom it lets through.
  for (let at = from; at < chain.length; at++) {
    const address = parsed(chain[at] ?? '')
    if (address) return address.toString()
  }
  return 'unknown'
}

/** True for what TRUSTED_PROXIES may hold between its commas. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}

/**
 * The network that counts as one asker: one IPv4 address, or the /64 that an IPv6 connection is
 * given. `wide`: /24 and /48, what one customer of a provider can easily choose from.
 */
export function networkOf(address: string, wide = false): string {
  const known = parsed(address)
  if (!known) return address
  const bytes = known.toByteArray()
  const sizes = bytes.length === 4 ? { narrow: 4, wide: 3 } : { narrow: 8, wide: 6 }
  const kept = wide ? sizes.wide : sizes.narrow
  return `${bytes.slice(0, kept).join('.')}/${kept * 8}`
}

/** Whether an address can be reached from its own machine only. */
export const isLoopback = (address: string): boolean => parsed(address)?.range() === 'loopback'

/** Whether the host of a web address is this machine only. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || isLoopback(hostname)

type Asker = { address: string; isHere: boolean }

// One store per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.client-address')
const holder = globalThis as unknown as Record<symbol, AsyncLocalStorage<Asker> | undefined>
const store = (holder[key] ??= new AsyncLocalStorage<Asker>())

/**
 * Whether a browser or program on this machine asks, and no proxy for somebody else. `Host` must
 * name this machine too: a page of a stranger reaches it by a name of its own (DNS rebinding).
 */
function isFromThisMachine({ socket, headers }: IncomingMessage): boolean {
  const forwarded = Object.keys(headers).some((name) => /^(x-forwarded|forwarded$|via$)/.test(name))
  const hostname = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? ''
  return !forwarded && isLoopback(socket.remoteAddress ?? '') && isLoopbackHost(hostname)
}

/** Who sent a request, by its connection and its headers. */
export function addressOfRequest(request: IncomingMessage, trusted: TrustedProxies): string {
  const forwarded = request.headers['x-forwarded-for']
  const text = Array.isArray(forwarded) ? forwarded.join(',') : forwarded
  return addressOf(request.socket.remoteAddress, text, trusted)
}

/** Whether the address of a connection is a trusted proxy's. A number trusts whoever connects. */
export function isTrustedProxy(connection: string, trusted: TrustedProxies): boolean {
  if (typeof trusted === 'number') return trusted > 0
  const address = parsed(connection)
  return address !== undefined && trusted.some((network) => isIn(address, network))
}

/**
 * Does the work of one request with the address of who asks. It travels with the call and in no
 * header, so no client can set it.
 */
export function withClientAddress<T>(
  request: IncomingMessage,
  trusted: TrustedProxies,
  work: () => T,
): T {
  const address = addressOfRequest(request, trusted)
  return store.run({ address, isHere: isFromThisMachine(request) }, work)
}

/** The same for an address that is known already. */
export function asClient<T>(address: string, work: () => T): T {
  return store.run({ address, isHere: false }, work)
}

/** Who asks; "unknown" outside of a request and under `next dev`. */
export const clientAddress = (): string => store.getStore()?.address ?? 'unknown'

/** Whether this machine itself asks; false outside of a request. */
export const isAskedHere = (): boolean => store.getStore()?.isHere ?? false
