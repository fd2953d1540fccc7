import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { foundAddress, type AddressCheck } from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { ProviderResponse } from '../outbound/http.ts'
import { notChecked } from './not-checked.ts'

const line = z.string().nullish()
/** The fields that we read (npm `postgrid-node`, AddressVerificationVerifyResponse). */
const verificationSchema = z.object({
  status: z.literal('success'),
  data: z.object({
    status: z.enum(['verified', 'corrected', 'failed']),
    line1: line,
    line2: line,
    city: line,
    provinceOrState: line,
    postalOrZip: line,
    zipPlus4: line,
  }),
})

/** Why PostGrid cannot check an address; undefined when it can. */
export function postGridCannotCheck(
  { country }: LetterAddress,
  key: string | undefined,
): string | undefined {
  if (country !== 'US' && country !== 'CA')
    return 'PostGrid checks addresses in the United States and Canada only.'
  // It answers dummy data.
  if (key?.startsWith('test_')) return 'A test key of PostGrid checks no addresses.'
  return undefined
}

/** The question, without the name: a verification needs none. */
export const postGridVerification = ({
  addressLine1,
  addressLine2,
  city,
  state,
  postalCode,
  country,
}: LetterAddress) => ({
  address: {
    line1: addressLine1,
    ...(addressLine2 ? { line2: addressLine2 } : {}),
    city,
    provinceOrState: state,
    postalOrZip: postalCode,
    country: country.toLowerCase(),
  },
})

/** The account or its key may not verify addresses. */
const notOffered = new Set([401, 402, 403, 404])

function checkOf(given: LetterAddress, found: z.output<typeof verificationSchema>): AddressCheck {
  const { status, line1, line2, city, provinceOrState, postalOrZip, zipPlus4 } = found.data
  if (status === 'failed')
    return {
      outcome: 'undeliverable',
      suggestion: null,
      problems: ['The post office does not know this address, or it is not complete.'],
    }
  const isShortZip = /^\d{5}$/.test(postalOrZip ?? '') && /^\d{4}$/.test(zipPlus4 ?? '')
  return foundAddress(given, {
    addressLine1: line1 ?? given.addressLine1,
    addressLine2: line2 || undefined,
    city: city ?? given.city,
    state: provinceOrState ?? given.state,
    postalCode: isShortZip ? `${postalOrZip}-${zipPlus4}` : (postalOrZip ?? given.postalCode),
  })
}

/** Parses PostGrid's answer to the question whether letters reach an address. */
export function fromPostGridVerification(
  given: LetterAddress,
  response: ProviderResponse,
  refused: (response: ProviderResponse) => ApiError,
): AddressCheck {
  const { status } = response
  if (notOffered.has(status))
    return notChecked(`PostGrid does not check addresses with this key (${status}).`)
  if (status === 400 || status === 422)
    return {
      outcome: 'undeliverable',
      suggestion: null,
      problems: ['PostGrid cannot read this as an address. Check each line.'],
    }
  if (status !== 200 && status !== 201) throw refused(response)
  const parsed = verificationSchema.safeParse(response.json())
  if (parsed.success) return checkOf(given, parsed.data)
  throw new ApiError('provider_error', 'The provider answered something that is no address.', {
    provider: 'postgrid',
    status,
  })
}
