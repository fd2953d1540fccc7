import type { Member, Payer } from '../request.ts'

type Ranked = Payer & { member: Member }
type Decision = { first: 'one' | 'other'; why: string }

const last = { commercial: 0, medicare: 0, tricare: 1, medicaid: 2 }
const nameOf = ({ name, id }: Payer) => name ?? id

/**
 * A group plan and Medicare (42 CFR 411.100 and following): the group comes first while employment
 * is current and the employer large enough.
 */
function groupBeforeMedicare(
  { member }: Ranked,
  { medicareReason, esrdMonths }: Member,
): { first: boolean; why: string } {
  const { employerSize, employment } = member
  if (medicareReason === 'esrd') {
    const within = (esrdMonths ?? 0) <= 30
    return {
      first: within,
      why: within
        ? 'the group plan comes first in the first 30 months of Medicare because of ESRD'
        : 'Medicare comes first after 30 months of ESRD',
    }
  }
  if (employment !== 'active')
    return {
      first: false,
      why: 'Medicare comes before a plan of somebody who no longer works (retired or COBRA)',
    }
  const enough = medicareReason === 'age' ? 20 : 100
  const large = (employerSize ?? enough) >= enough
  const unknown = employerSize === undefined ? ' (the size was assumed)' : ''
  return {
    first: large,
    why: large
      ? `the group plan of an employer with ${enough} or more employees comes before Medicare${unknown}`
      : `Medicare comes before the plan of an employer with fewer than ${enough} employees`,
  }
}

/**
 * Which of two plans pays first (NAIC model 120 §6, Medicare Secondary Payer), by the first rule
 * that decides.
 */
function decide(one: Ranked, other: Ranked): Decision | null {
  const a = one.member
  const b = other.member
  const firstIf = (oneFirst: boolean, why: string): Decision => ({
    first: oneFirst ? 'one' : 'other',
    why,
  })
  if (last[a.programme] !== last[b.programme])
    return firstIf(
      last[a.programme] < last[b.programme],
      last[a.programme] + last[b.programme] === 3
        ? 'Medicaid pays after TRICARE'
        : 'Medicaid and TRICARE pay last',
    )
  if (a.programme !== b.programme && a.relationship !== 'child' && b.relationship !== 'child') {
    const oneIsGroup = b.programme === 'medicare'
    const { first, why } = oneIsGroup ? groupBeforeMedicare(one, b) : groupBeforeMedicare(other, a)
    return firstIf(first === oneIsGroup, why)
  }
  if (a.relationship === 'child' && b.relationship === 'child') {
    if (a.courtOrdered !== b.courtOrdered)
      return firstIf(a.courtOrdered, 'a court order names this parent')
    if (
      a.subscriberBirthday &&
      b.subscriberBirthday &&
      a.subscriberBirthday !== b.subscriberBirthday
    )
      return firstIf(
        a.subscriberBirthday < b.subscriberBirthday,
        'birthday rule: the parent whose birthday comes earlier in the year',
      )
  } else if ((a.relationship === 'self') !== (b.relationship === 'self'))
    return firstIf(
      a.relationship === 'self',
      'the plan that covers the patient as the employee comes before one that covers the ' +
        'patient as a dependent',
    )
  const working = (member: Member) => member.employment === 'active' || member.employment === 'none'
  if (working(a) !== working(b))
    return firstIf(
      working(a),
      'the plan of somebody who works comes before a retired or COBRA plan',
    )
  if (a.coveredSince && b.coveredSince && a.coveredSince !== b.coveredSince)
    return firstIf(a.coveredSince < b.coveredSince, 'the plan that has covered longer')
  return null
}

/**
 * The order that the order-of-benefit rules ask for, with the reason for each neighbour. Null
 * unless every payer says who its member is. The calculation itself follows the order that the
 * caller gave.
 */
export function orderOfBenefits(
  payers: readonly Payer[],
): { expected: string[]; asGiven: boolean; explanation: string[] } | null {
  const ranked = payers.filter((payer): payer is Ranked => payer.member !== undefined)
  if (ranked.length < 2 || ranked.length !== payers.length) return null
  const order: Ranked[] = []
  // Insertion: each plan goes before the first one that it precedes, so that an undecided pair
  // keeps the order given.
  for (const payer of ranked) {
    const position = order.findIndex((placed) => decide(payer, placed)?.first === 'one')
    order.splice(position < 0 ? order.length : position, 0, payer)
  }
  const explanation = order.slice(1).flatMap((payer, index) => {
    const before = order[index]
    const decision = before ? decide(before, payer) : null
    return before
      ? [
          `${nameOf(before)} before ${nameOf(payer)}: ` +
            `${decision?.why ?? 'no rule decides; the order given stands'}.`,
        ]
      : []
  })
  const expected = order.map(({ id }) => id)
  return { expected, asGiven: expected.every((id, index) => id === payers[index]?.id), explanation }
}
