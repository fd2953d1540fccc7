import { networkOf } from '#lib/client-address'
import { knownDevice } from './known-device.ts'
import {
  clearUses,
  refundUse,
  isRemembered,
  remember,
  consumeUse,
  type Limit,
} from '../rate-limit.ts'

/** Who tries to sign in, and to which account. `device` is the cookie of known-device.ts. */
export type Try = { email: string; address: string; device: string | undefined }

const seconds = 15 * 60
const knownPlaceSeconds = 30 * 24 * 60 * 60

/** Max wrong tries in 15 minutes. */
const most = { pair: 10, device: 10, network: 100, account: 50, wide: 1 }

const limitsOf = ({ email, address }: Try) => {
  const network = networkOf(address)
  return {
    pair: { of: ['sign-in', email, network], most: most.pair, seconds },
    network: { of: ['sign-in network', network], most: most.network, seconds },
    account: { of: ['sign-in account', email], most: most.account, seconds },
    wide: { of: ['sign-in wide', email, networkOf(address, true)], most: most.wide, seconds },
    place: ['sign-in place', email, network],
  }
}

/** A counted try: how to correct the count when the password was right or never checked. */
export type CountedTry = {
  waitSeconds: number
  wasRight(): Promise<void>
  wasNotRead(): Promise<void>
}

/**
 * Counts one try to sign in before the password is checked, so that parallel tries count too. It is
 * refused when `waitSeconds` is above 0.
 *
 * No person can lock out another: a browser that has signed in to the account before has its own
 * count, and so has a network from which the account was signed in to. All other tries share one
 * count for the account. When that is exhausted, each wide network (/24, /48) still has one try, so
 * that the right password at the first try always succeeds.
 */
export async function countTry(attempt: Try): Promise<CountedTry> {
  const limits = limitsOf(attempt)
  const device = knownDevice(attempt.device, attempt.email)
  const taken: Limit[] = []
  const take = async (limit: Limit): Promise<number> => {
    const wait = await consumeUse(limit)
    if (wait === 0) taken.push(limit)
    return wait
  }
  const count = async (): Promise<number> => {
    if (device)
      return await take({
        of: ['sign-in device', device.id, attempt.email],
        most: most.device,
        seconds,
      })
    // The narrowest first: when it refuses, the others are not counted.
    const narrow = (await take(limits.pair)) || (await take(limits.network))
    if (narrow > 0 || (await isRemembered(limits.place))) return narrow
    return (await take(limits.account)) && (await take(limits.wide))
  }
  const waitSeconds = await count()
  // The shared counts only get back what this try took.
  const wasNotRead = async () => {
    for (const limit of taken) await refundUse(limit)
  }
  return {
    waitSeconds,
    wasNotRead,
    wasRight: async () => {
      await wasNotRead()
      if (!device) await clearUses(limits.pair)
      await remember(limits.place, knownPlaceSeconds)
    },
  }
}
