import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { ApiError } from '#lib/domain/api-error'
import { isPublicAddress } from '#lib/integrations/outbound/public-address'

/**
 * Resolves the server name that an organization gave. Accepts only public addresses and the
 * `host:port` pairs that an operator allowed. Connect to the answer, so that a name that resolves
 * differently the next time (DNS rebinding) gains nothing.
 */
export async function outsideAddress(
  host: string,
  port: number,
  allowed: readonly string[],
): Promise<string> {
  const addresses =
    isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }]
  const [first] = addresses
  if (!first)
    throw ApiError.invalid([{ path: 'host', message: `There is no server called "${host}".` }])
  if (
    allowed.includes(`${host}:${port}`) ||
    addresses.every(({ address }) => isPublicAddress(address))
  )
    return first.address
  throw ApiError.invalid([
    {
      path: 'host',
      message:
        `"${host}" is an internal address, which may not be called. An operator can allow it in ` +
        'HTTP_ALLOW_PRIVATE.',
    },
  ])
}
