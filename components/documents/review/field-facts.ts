import type { AnsweredField } from '#lib/domain/ask/answer'
import { initialValueOf, isSame, standsOut } from '#lib/domain/ask/review'
import type { ReviewState } from './review-context.ts'

export type FieldFacts = {
  /** The person changed it, or filled it in. */
  isChanged: boolean
  /** It stands out and the person has neither changed it nor found it right. */
  isOpen: boolean
  /** The proposal, while something else stands in the field. */
  offer: unknown
}

/** How a field of the form is related to what was proposed for it. */
export function fieldFacts(
  field: AnsweredField,
  { data, settled }: Pick<ReviewState, 'data' | 'settled'>,
): FieldFacts {
  const { name, value } = field
  const now = data[name]
  const isChanged = !isSame(initialValueOf(field), now)
  return {
    isChanged,
    isOpen: standsOut(field) && !isChanged && !settled.has(name),
    offer: isSame(value, now) ? undefined : (value ?? undefined),
  }
}
