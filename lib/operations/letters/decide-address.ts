import type { LetterAddressCheck } from '#db/schema/letters'
import { ApiError } from '#lib/domain/api-error'
import {
  isDoubtful,
  type AddressCheck,
  type AddressPolicy,
} from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { Letter, LettersPort } from '#lib/integrations/letters/port'

/** The address to print, with what its check found. */
export type DecidedAddress = { to: LetterAddress; addressCheck: LetterAddressCheck | null }
/** Nothing is sent until a person has decided. */
export type UndecidedAddress = { undecided: AddressCheck }

type Asked = {
  letter: Letter
  addressPolicy: AddressPolicy
  /** A person has seen what the check found, and wants this address. */
  confirmed: boolean
  signal: AbortSignal
}

/** Why nothing is sent, without the address. */
function refuse({ outcome, problems }: AddressCheck): never {
  const sentences: Record<string, string> = {
    undeliverable: 'This address cannot be delivered to, so nothing was sent.',
    corrected:
      'The address has to be corrected, so nothing was sent. POST ' +
      '/api/v2/communication/addresses/check answers the suggestion.',
    deliverable: 'It is doubtful that a letter arrives at this address, so nothing was sent.',
  }
  const message = [sentences[outcome], ...problems].join(' ')
  throw new ApiError('invalid_request', `to: ${message}`, {
    issues: [{ path: 'to', message }],
    addressCheck: { outcome, problems },
  })
}

const decided = (to: LetterAddress, check: AddressCheck, corrected: boolean): DecidedAddress => {
  const { outcome, problems } = check
  return { to, addressCheck: { outcome, problems, corrected } }
}

/**
 * Has the provider check the recipient's address, and decides by the sender's policy what to print.
 * An address that cannot be delivered to is never answered, unless nobody wants a check. Throws 400
 * with the reason, and the port's errors: nothing was sent yet.
 */
export async function decideAddress(
  port: LettersPort,
  { letter, addressPolicy, confirmed, signal }: Asked,
): Promise<DecidedAddress | UndecidedAddress> {
  const { to } = letter
  if (addressPolicy === 'off') return { to, addressCheck: null }
  const check = await port.verifyAddress(to, signal)
  if (!isDoubtful(check)) return decided(to, check, false)
  if (addressPolicy === 'ask' && !(confirmed && check.outcome !== 'undeliverable'))
    return { undecided: check }
  if (check.outcome === 'undeliverable' || addressPolicy === 'fail') return refuse(check)
  if (addressPolicy !== 'use' || check.suggestion === null) return decided(to, check, false)
  // The corrected address may not fit the provider's envelope.
  const issues = port.rules.issuesOf({ ...letter, to: check.suggestion })
  if (issues.length > 0) throw ApiError.invalid(issues)
  return decided(check.suggestion, check, true)
}
