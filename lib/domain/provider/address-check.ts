import { z } from 'zod'
import { letterAddressSchema, type LetterAddress } from './letter.ts'

/**
 * What a check of an address found. `corrected`: it can be delivered after a change. `not_checked`:
 * nobody could say, for example abroad or with a test key.
 */
export const addressOutcomes = ['deliverable', 'corrected', 'undeliverable', 'not_checked'] as const
export type AddressOutcome = (typeof addressOutcomes)[number]

export const addressCheckSchema = z.object({
  outcome: z.enum(addressOutcomes),
  /** The whole address as it should be; null unless it was corrected. */
  suggestion: letterAddressSchema.nullable(),
  /** What is wrong or doubtful, in sentences without the address. */
  problems: z.array(z.string()),
})
export type AddressCheck = z.output<typeof addressCheckSchema>

/**
 * What a sender does with an address that was corrected or is doubtful. None of them but `off` sends
 * to one that cannot be delivered.
 */
export const addressPolicies = ['ask', 'use', 'keep', 'fail', 'off'] as const
export type AddressPolicy = (typeof addressPolicies)[number]

/** Whether somebody should look at the address before it is used. */
export const isDoubtful = ({ outcome, problems }: AddressCheck): boolean =>
  outcome === 'corrected' ||
  outcome === 'undeliverable' ||
  (outcome === 'deliverable' && problems.length > 0)

/** Words that the US post abbreviates (Publication 28), those that are common. */
const abbreviations: Record<string, string> = {
  STREET: 'ST',
  AVENUE: 'AVE',
  AV: 'AVE',
  ROAD: 'RD',
  DRIVE: 'DR',
  LANE: 'LN',
  COURT: 'CT',
  PLACE: 'PL',
  BOULEVARD: 'BLVD',
  PARKWAY: 'PKWY',
  HIGHWAY: 'HWY',
  TERRACE: 'TER',
  CIRCLE: 'CIR',
  SQUARE: 'SQ',
  APARTMENT: 'APT',
  SUITE: 'STE',
  FLOOR: 'FL',
  BUILDING: 'BLDG',
  ROOM: 'RM',
  UNIT: 'UNIT',
  NORTH: 'N',
  SOUTH: 'S',
  EAST: 'E',
  WEST: 'W',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  SAINT: 'ST',
  MOUNT: 'MT',
  FORT: 'FT',
}

function spelled(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .map((word) => abbreviations[word] ?? word)
    .join(' ')
}

/** The part of a postal code that names the place: a ZIP without its four further digits. */
const placeOf = ({ country, postalCode }: LetterAddress): string =>
  country === 'US' ? postalCode.slice(0, 5) : spelled(postalCode)

/**
 * Whether two addresses are the same place in other words: case, punctuation, abbreviations of the
 * US post, and digits that a ZIP code has besides do not count.
 */
export function isSamePlace(one: LetterAddress, other: LetterAddress): boolean {
  const words = (address: LetterAddress) =>
    [
      spelled(`${address.addressLine1} ${address.addressLine2 ?? ''}`),
      spelled(address.city),
      spelled(address.state),
      placeOf(address),
      address.country,
    ].join('\n')
  return words(one) === words(other)
}

/**
 * The check of an address that can be delivered in the words of `found`: corrected, unless they say
 * the same place.
 */
export function foundAddress(
  given: LetterAddress,
  found: Partial<LetterAddress>,
  problems: string[] = [],
): AddressCheck {
  const suggestion = letterAddressSchema.safeParse({ ...given, ...found })
  // What the provider found does not fit a letter: its correction cannot be offered.
  if (!suggestion.success) return { outcome: 'deliverable', suggestion: null, problems }
  if (isSamePlace(given, suggestion.data))
    return { outcome: 'deliverable', suggestion: null, problems }
  return { outcome: 'corrected', suggestion: suggestion.data, problems }
}
