import { networkOf } from '#lib/client-address'
import { knownDevice } from './known-device.ts'
import {
  clearUses,
  refundUse,
  isRemembered,
  remember,
  consumeUse,
  type Limit,
} from './rate-limit.ts'

/** Who tries to sign in to which account. `device` is the cookie of known-device.ts. */
export type Try = { email: string; address: string; device: string | undefined }

const seconds = 15 * 60
const knownPlaceSeconds = 30 * 24 * 60 * 60

/** Wrong tries in 15 minutes. */
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

/** A try that was counted: what to do with the count when the password was right, or not read. */
export type CountedTry = {
  waitSeconds: number
  wasRight(): Promise<void>
  wasNotRead(): Promise<void>
}

/**
 * Counts one try to sign in, before the password is looked at, so that parallel tries count too.
 * `waitSeconds` above 0 refuses it.
 *
 * Nobody locks another person out: a browser that has signed in to the account before has a count
 * of its own, and so has a network from which the account was signed in to. Tries from everywhere
 * else share one count for the account; when that is used up, each wide network (/24, /48) still
 * has one try, so that the right password at the first try always opens.
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
    // The narrowest first: what it refuses uses up nothing of the others.
    const narrow = (await take(limits.pair)) || (await take(limits.network))
    if (narrow > 0 || (await isRemembered(limits.place))) return narrow
    return (await take(limits.account)) && (await take(limits.wide))
  }
  const waitSeconds = await count()
  // The counts of others are only given back what this try took.
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
