import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { InternalAddress } from './outbound-agent.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * The address of a server that a customer named, for protocols other than HTTP. The caller connects
 * to this address and not to the name, so that a second answer of the name server has no effect.
 * Throws InternalAddress, except for the `host:port` pairs that an operator allowed.
 */
export async function publicHost(
  host: string,
  port: number,
  allowed: readonly string[],
): Promise<string> {
  if (allowed.includes(`${host}:${port}`)) return host
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host)) throw new InternalAddress(host)
    return host
  }
  const addresses = await lookup(host, { all: true })
  const [first] = addresses
  if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
    throw new InternalAddress(host)
  return first.address
}
