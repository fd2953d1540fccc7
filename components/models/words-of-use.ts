import type { ModelUsed } from '#lib/contracts/integrations/models'
import { countOf } from '#lib/domain/count-of'

const tokens = new Intl.NumberFormat('en-US')
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** A call often costs less than a cent. */
const smallMoney = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
})

/** A sum of money; small ones with their first two digits. */
export const dollarsInWords = (dollars: number): string =>
  dollars > 0 && dollars < 0.1 ? smallMoney.format(dollars) : money.format(dollars)

/** What models used, in one line. */
export function wordsOfUse({ calls, tokens: used, dollars, unpriced }: ModelUsed): string {
  if (calls === 0) return 'nothing yet'
  const counted = `${tokens.format(used)} tokens in ${countOf(calls, 'call')}`
  if (unpriced === calls) return `${counted}, price not known`
  const cost = dollarsInWords(dollars)
  return unpriced > 0
    ? `${counted}, ${cost} and ${unpriced} without a price`
    : `${counted}, ${cost}`
}
