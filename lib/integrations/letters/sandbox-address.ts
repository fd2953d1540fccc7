import { foundAddress, type AddressCheck } from '#lib/domain/provider/address-check'
import type { LetterAddress } from '#lib/domain/provider/letter'
import { notChecked } from './not-checked.ts'

/** The ZIP codes that the sandbox knows: another city or state beside one is a mistake. */
const zips: Record<string, { city: string; state: string }> = {
  '02108': { city: 'Boston', state: 'MA' },
  '06103': { city: 'Hartford', state: 'CT' },
  '10001': { city: 'New York', state: 'NY' },
  '11201': { city: 'Brooklyn', state: 'NY' },
  '60601': { city: 'Chicago', state: 'IL' },
  '94107': { city: 'San Francisco', state: 'CA' },
}

/** Misspelled words that it corrects. */
const misspelled: [RegExp, string][] = [
  [/\b(?:stret|steet|srteet|streeet)\b/giu, 'Street'],
  [/\b(?:avenu|avnue|aveneu)\b/giu, 'Avenue'],
  [/\b(?:raod|rod)\b/giu, 'Road'],
]

/**
 * The sandbox's own rules, a play of a post office: an address that begins with “Undeliverable” is
 * so, “Missing unit” is doubtful, six ZIP codes decide on their city, and a few misspelled words are
 * corrected.
 */
export function sandboxAddress(address: LetterAddress): AddressCheck {
  const { addressLine1, country, postalCode, city, state } = address
  if (country !== 'US') return notChecked('The sandbox checks addresses in the United States only.')
  if (/^undeliverable\b/i.test(addressLine1))
    return {
      outcome: 'undeliverable',
      suggestion: null,
      problems: ['The post office does not deliver to this address.'],
    }
  const place = zips[postalCode.slice(0, 5)] ?? { city, state }
  let line = addressLine1
  for (const [wrong, right] of misspelled) line = line.replace(wrong, right)
  return foundAddress(
    address,
    { ...place, addressLine1: line },
    /^missing unit\b/i.test(addressLine1)
      ? ['The building has apartments or suites, and none is given: the letter may not arrive.']
      : [],
  )
}
