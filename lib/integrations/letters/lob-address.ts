import { z } from 'zod'
import { ApiError } from '#lib/domain/api-error'
import { foundAddress, type AddressCheck } from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { ProviderResponse } from '../outbound/http.ts'
import { notChecked } from './not-checked.ts'

/** The fields of Lob's verification that we read (lob-openapi, us_verification). */
const verificationSchema = z.object({
  primary_line: z.string(),
  secondary_line: z.string().nullish(),
  deliverability: z.string(),
  components: z.object({
    city: z.string(),
    state: z.string(),
    zip_code: z.string(),
    zip_code_plus_4: z.string().nullish(),
  }),
  deliverability_analysis: z.object({ dpv_vacant: z.string().nullish() }).nullish(),
})

/**
 * A test key checks nothing but these lines, which have fixed answers (lob-openapi, US Verifications
 * Test Env).
 */
const testLines = new Set([
  'commercial highrise',
  'residential highrise',
  'residential house',
  'po box',
  'rural route',
  'puerto rico',
  'military',
  'department of state',
  'deliverable',
  'missing unit',
  'incorrect unit',
  'unnecessary unit',
  'undeliverable block match',
  'undeliverable no match',
])

/** Why Lob cannot check an address; undefined when it can. */
export function lobCannotCheck(
  { addressLine1, country }: LetterAddress,
  apiKey: string | undefined,
): string | undefined {
  if (country !== 'US') return 'Lob checks addresses within the United States only.'
  if (apiKey?.startsWith('test_') && !testLines.has(addressLine1.toLowerCase()))
    return 'A test key of Lob checks no addresses.'
  return undefined
}

/** The question, without the name: a verification needs none. */
export const lobVerification = ({
  addressLine1,
  addressLine2,
  city,
  state,
  postalCode,
}: LetterAddress) => ({
  primary_line: addressLine1,
  secondary_line: addressLine2 ?? '',
  city,
  state,
  zip_code: postalCode,
})

const doubts: Record<string, string> = {
  deliverable_unnecessary_unit: 'The post office knows no apartments or suites at this address.',
  deliverable_incorrect_unit:
    'The apartment or suite may not exist: the letter reaches the building only.',
  deliverable_missing_unit:
    'The building has apartments or suites, and none is given: the letter may not arrive.',
}

/** The account may not verify addresses (401, 402 and 403), or Lob knows no such call. */
const notOffered = new Set([401, 402, 403, 404])

/** Parses Lob's answer to the question whether letters reach an address. */
export function fromLobVerification(
  given: LetterAddress,
  response: ProviderResponse,
  refused: (response: ProviderResponse) => ApiError,
): AddressCheck {
  const { status } = response
  if (notOffered.has(status))
    return notChecked(`Lob does not check addresses for this account (${status}).`)
  // It could not even be taken apart as an address.
  if (status === 422)
    return {
      outcome: 'undeliverable',
      suggestion: null,
      problems: ['Lob cannot read this as an address. Check each line.'],
    }
  if (status !== 200) throw refused(response)
  const parsed = verificationSchema.safeParse(response.json())
  if (!parsed.success)
    throw new ApiError('provider_error', 'The provider answered something that is no address.', {
      provider: 'lob',
      status,
    })
  return checkOf(given, parsed.data)
}

function checkOf(given: LetterAddress, found: z.output<typeof verificationSchema>): AddressCheck {
  const { deliverability, primary_line, secondary_line, components } = found
  if (deliverability === 'undeliverable')
    return {
      outcome: 'undeliverable',
      suggestion: null,
      problems: ['The post office does not deliver to this address.'],
    }
  if (!deliverability.startsWith('deliverable') || primary_line === '')
    return notChecked('Lob gave no answer for this address.')
  const isVacant = found.deliverability_analysis?.dpv_vacant === 'Y'
  const plus4 = components.zip_code_plus_4
  return foundAddress(
    given,
    {
      addressLine1: primary_line,
      addressLine2: secondary_line || undefined,
      city: components.city,
      state: components.state,
      postalCode: plus4 ? `${components.zip_code}-${plus4}` : components.zip_code,
    },
    [
      ...(doubts[deliverability] ? [doubts[deliverability]] : []),
      ...(isVacant ? ['The post office says that nobody lives or works here now.'] : []),
    ],
  )
}
