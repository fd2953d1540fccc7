import { lookup } from 'node:dns/promises'
import { ApiError } from '#lib/domain/api-error'
import { InternalAddress } from './outbound-agent.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * Resolves a host that a customer gave to the address to connect to, for protocols other than HTTP.
 * It is resolved once and used unchanged, so that a name with a different second answer (DNS
 * rebinding) has no effect. Only public addresses, and the `host:port` pairs in `allowed`. Throws
 * `provider_error` for an internal address or an unknown host name.
 */
export async function outboundAddress(
  provider: string,
  host: string,
  port: number,
  allowed: readonly string[],
): Promise<string> {
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new ApiError(
      'provider_error',
      'The provider could not be reached: this host name does not exist. Check it.',
      { provider },
      { cause },
    )
  })
  const [first] = addresses
  const open =
    allowed.includes(`${host}:${port}`) ||
    addresses.every(({ address }) => isPublicAddress(address))
  if (!first || !open)
    throw new ApiError('provider_error', new InternalAddress(host).sentence, {
      provider,
      code: 'internal_address',
    })
  return first.address
}
