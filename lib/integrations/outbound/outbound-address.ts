import { lookup } from 'node:dns/promises'
import { ApiError } from '#lib/domain/api-error'
import { InternalAddress } from './outbound-agent.ts'
import { isPublicAddress } from './public-address.ts'

/**
 * The address to connect to for a host that a customer gave, for protocols other than HTTP:
 * resolved once and connected to as it is, so a name that answers differently the second time (DNS
 * rebinding) gains nothing. Only public addresses, and the `host:port` pairs in `allowed`. Throws
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
      'The provider could not be reached: nobody knows this host name. Check it.',
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
