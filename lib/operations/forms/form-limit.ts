import { requireUses } from '#lib/auth/rate-limit'
import { clientAddress, networkOf } from '#lib/client-address'

/**
 * The limits of shared forms in a minute: for one address at one link 240 reads (120 submissions,
 * 60 uploads), for one address at all links twice that, and for all addresses at one link ten times
 * that. So one address cannot block a link for others, nor guess many links.
 */
const perMinute = { addressAndLink: 240, address: 480, link: 2400 }
const seconds = 60

/**
 * Counts one request of this weight for a shared link, over all processes. Throws 429 with
 * `Retry-After` over a limit. Unknown links are counted in the same way.
 */
export async function countUse(token: string, weight: number): Promise<void> {
  const network = networkOf(clientAddress())
  const limit = (of: string[], most: number) => ({ of, most, seconds, cost: weight })
  await requireUses(
    [
      limit(['form', token, network], perMinute.addressAndLink),
      limit(['form address', network], perMinute.address),
      limit(['form link', token], perMinute.link),
    ],
    'This form is requested too often.',
  )
}
