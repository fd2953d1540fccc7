import type { Assumption, Benefit } from './benefit.ts'
import { cents, exact, one, type Money } from '../money.ts'
import { cutText } from '../../text.ts'

const number = /^(?:\d{1,12}(?:\.\d{0,9})?|\.\d{1,9})$/
/** Commas between groups of thousands; any other comma may be a decimal one. */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/
function clean(text: string): string {
  const bare = text.trim().replace(/^\$/, '')
  return grouped.test(bare) ? bare.replaceAll(',', '') : bare
}

/** EB07: dollars. A text that is no number is left out, with a warning. */
export function readAmount(
  text: string | null,
  assume: (assumption: Assumption) => void,
): Money | null {
  if (text === null || text.trim() === '') return null
  if (number.test(clean(text))) return cents(exact(clean(text)))
  assume({
    code: 'unreadable_amount',
    message:
      `The amount "${cutText(text, 40)}" in the eligibility answer is no number; ` +
      'that statement was read without it.',
  })
  return null
}

/**
 * EB08: a share of one. Payers also send 20 for 20 %. A value between 1 and 2 without a percent
 * sign may be either, and would be far too much as a share, so it is not read.
 */
export function readShare(
  text: string | null,
  assume: (assumption: Assumption) => void,
): Money | null {
  if (text === null || text.trim() === '') return null
  const written = clean(text).replace(/%$/, '')
  const value = number.test(written) ? exact(written) : null
  const isPercent = text.includes('%')
  const isEither = value?.greaterThan(one) && value.lessThan(2) && !isPercent
  if (!value || value.greaterThan(100) || isEither) {
    const why = isEither ? 'may be a share or a percentage' : 'is no share between 0 and 100 %'
    assume({
      code: 'unreadable_percent',
      message:
        `The percentage "${cutText(text, 40)}" in the eligibility answer ${why}; ` +
        'that statement was read without it.',
    })
    return null
  }
  if (value.lessThanOrEqualTo(one) && !isPercent) return value
  assume({
    code: 'percent_above_one',
    message:
      `The eligibility answer gives the patient's share as ${cutText(text, 40)} where the ` +
      `standard asks for a decimal; it was read as ${value.toString()} %.`,
  })
  return value.dividedBy(100)
}

/** EB09 and EB10: a number of visits, days and the like. A text that is no number is left out. */
export const readQuantity = (qualifier: string | null, text: string | null): Benefit['quantity'] =>
  text !== null && /^\d{1,9}(\.\d{1,4})?$/.test(text)
    ? { qualifier: qualifier ?? '', value: exact(text) }
    : null
