import { requireUses } from '#lib/auth/rate-limit'
import { clientAddress, networkOf } from '#lib/client-address'

/**
 * What shared forms serve in a minute: through one link to one address 240 readings (120
 * submissions, 60 uploads), to one address through all links twice that, and through one link to
 * everybody ten times that. So one address cannot use a link up for others, nor try many links.
 */
const perMinute = { addressAndLink: 240, address: 480, link: 2400 }
const seconds = 60

/**
 * Counts one request of this weight for a shared link, for all processes together. Throws 429 with
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
    'This form is asked for too often.',
  )
}
