import type { Issue } from '#lib/domain/issue'
import { inInches, type PrintTemplate } from '#lib/domain/provider/letter-print'
import type { Letter } from './port.ts'

export const postGridPlacements = ['top_first_page', 'insert_blank_page'] as const
export type PostGridPlacement = (typeof postGridPlacements)[number]

/** The mailing class of a letter (npm `postgrid-node`, LetterCreateParams); undefined: the usual. */
export function postGridClass(
  { extraService }: Pick<Letter, 'extraService'>,
  express: boolean,
): string | undefined {
  if (extraService === 'none') return express ? 'express' : undefined
  return express ? `usps_express_3_day_${extraService}` : extraService
}

/** Extra services that PostGrid does not offer for this letter. */
export function postGridServiceIssues({ extraService, to }: Letter, express: boolean): Issue[] {
  const issue = (message: string): Issue[] => [{ path: 'extraService', message }]
  if (extraService === 'none') return []
  if (extraService === 'registered')
    return express
      ? issue('PostGrid offers no registered express mail. Switch Express off in the connection.')
      : []
  if (to.country === 'US') return []
  return issue('Certified mail goes within the United States. Choose registered mail abroad.')
}

/**
 * PostGrid stamps the addresses on the first page and covers what stands there; it publishes the
 * place as a picture only (postgrid.readme.io, Design Guidelines). These are the windows of the usual
 * #10 envelope with two windows, and nothing is refused by them.
 */
export function postGridTemplate(placement: PostGridPlacement): PrintTemplate {
  const onSheet = placement === 'insert_blank_page'
  return {
    frontSheet: onSheet ? 'address_page' : 'none',
    frontSheetCharged: onSheet,
    margin: 0,
    senderWindow: onSheet ? null : inInches(0.625, 0.5, 3.25, 0.875),
    recipientWindow: onSheet ? null : inInches(0.625, 1.75, 4, 1),
    covered: null,
    published: false,
  }
}
