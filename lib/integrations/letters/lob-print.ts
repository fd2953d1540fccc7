import type { Issue } from '#lib/domain/issue'
import { inInches, type PrintTemplate } from '#lib/domain/provider/letter-print'
import type { Letter } from './port.ts'

export const lobPlacements = [
  'top_first_page',
  'insert_blank_page',
  'bottom_first_page',
  'bottom_first_page_center',
] as const
export type LobPlacement = (typeof lobPlacements)[number]
export const lobMailTypes = ['usps_first_class', 'usps_standard'] as const
export type LobMailType = (typeof lobMailTypes)[number]

/** Extra services that Lob does not offer for this letter (lob-openapi, extra_service). */
export function lobServiceIssues(
  { extraService, to }: Letter,
  mailType: LobMailType = 'usps_first_class',
): Issue[] {
  if (extraService === 'none') return []
  const issue = (message: string): Issue[] => [{ path: 'extraService', message }]
  if (mailType === 'usps_standard')
    return issue(
      'Certified and registered mail go by USPS First Class only. Change the mail class of the ' +
        'connection, or send plain mail.',
    )
  const isDomestic = to.country === 'US'
  if (extraService === 'registered' && isDomestic)
    return issue('Registered mail goes abroad. Choose certified mail within the United States.')
  if (extraService !== 'registered' && !isDomestic)
    return issue('Certified mail goes within the United States. Choose registered mail abroad.')
  return []
}

/** Most sheets of paper (lob-openapi, file): abroad a letter goes in the small envelope only. */
export const lobMaxSheets = ({ to }: Letter): number => (to.country === 'US' ? 60 : 6)

/**
 * Lob's print on US letter: windows and white box by github.com/lob/examples,
 * letters/8.5x11-letter.html; the margin by help.lob.com, Letters. Certified mail has a sheet of its
 * own in front, for which Lob does not charge (lob-openapi, extra_service).
 */
export function lobTemplate(
  { extraService }: Pick<Letter, 'extraService'>,
  placement: LobPlacement = 'top_first_page',
): PrintTemplate {
  const plain = {
    frontSheet: 'none',
    frontSheetCharged: false,
    margin: 72 / 16,
    recipientWindow: null,
    senderWindow: null,
    covered: null,
    published: true,
  } as const
  if (extraService === 'certified' || extraService === 'certified_return_receipt')
    return { ...plain, frontSheet: 'certified_sheet' }
  if (placement === 'insert_blank_page')
    return { ...plain, frontSheet: 'address_page', frontSheetCharged: true }
  // Where exactly the address stands at the bottom is told to its customers only.
  if (placement !== 'top_first_page') return { ...plain, published: false }
  return {
    ...plain,
    senderWindow: inInches(0.625, 0.5, 3.25, 0.875),
    recipientWindow: inInches(0.625, 1.75, 4, 1),
    covered: inInches(0.6, 0.84, 3.15, 2),
  }
}
