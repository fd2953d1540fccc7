import type { Benefit } from '../eligibility/benefit.ts'
import { zero, type Money } from '../money.ts'

/** What a line asks of a plan. */
export type Question = {
  procedure: string | null
  /** The service type of the line, then the next best ones. 30 alone: the whole plan. */
  serviceTypes: readonly string[]
  place: string | null
  network: 'in' | 'out'
  /** Of several statements that fit, the one whose text has this. */
  messageContains: string | null
}

/** The fit of a statement of the line's own service type; the next best ones are below it. */
export const serviceFit = 90

/**
 * How closely a statement fits a line: 100 its procedure, 90 its service type, less by one for
 * each next best type, 1 the whole plan (service type 30 or none), 0 something else. Above 1 it
 * names the service.
 */
export function fitOf(benefit: Benefit, question: Question): number {
  const { places } = benefit
  const { place } = question
  if (places.length > 0 && (place === null || !places.includes(place))) return 0
  return fitAnywhere(benefit, question)
}

/** The same wherever the service is done. */
export function fitAnywhere(benefit: Benefit, { procedure, serviceTypes }: Question): number {
  if (benefit.procedure) {
    const { from, to } = benefit.procedure
    const within = procedure !== null && procedure >= from && procedure <= to
    return within && procedure.length === from.length ? 100 : 0
  }
  const at = serviceTypes.findIndex((type) => type !== '30' && benefit.serviceTypes.includes(type))
  if (at >= 0) return serviceFit - at
  return benefit.serviceTypes.length === 0 || benefit.serviceTypes.includes('30') ? 1 : 0
}

/**
 * 2 exactly this side, 1 both sides, 0 the other side. A missing indicator is in-network; where the
 * answer knows no networks at all (Medicare), both.
 */
export function networkFit(
  { network }: Benefit,
  side: 'in' | 'out',
  networksStated: boolean,
): 0 | 1 | 2 {
  if (network === 'W' || (network === null && (!networksStated || side === 'in'))) return 1
  return network === (side === 'in' ? 'Y' : 'N') ? 2 : 0
}

const familyLevels = new Set(['FAM', 'ECH', 'ESP', 'SPC'])
export const isFamily = ({ level }: Benefit): boolean => level !== null && familyLevels.has(level)
/** Individual, then unsaid, then other single people (employee, spouse, child), then families. */
function levelRank(benefit: Benefit): number {
  if (benefit.level === 'IND') return 0
  if (benefit.level === null) return 1
  return isFamily(benefit) ? 3 : 2
}

const most = (benefits: Benefit[], rank: (benefit: Benefit) => number): Benefit[] => {
  const best = Math.max(...benefits.map(rank))
  return benefits.filter((benefit) => rank(benefit) === best)
}

/** The statements that speak of the line on its side of the network, all of them. */
export function fitting(
  benefits: readonly Benefit[],
  question: Question,
  networksStated: boolean,
): Benefit[] {
  return benefits.filter(
    (benefit) =>
      fitOf(benefit, question) > 0 && networkFit(benefit, question.network, networksStated) > 0,
  )
}

/**
 * Notes about accounting or authorization; every other text is a condition ("SPECIALIST", "IN
 * OFFICE").
 */
const noCondition =
  /out.of.pocket|\boop\b|deductible|\bded\b|authoriz|pre-?cert|copay|coins|preferred|standard|savings|benefit/i
export const isConditional = ({ messages }: Benefit): boolean =>
  messages.some((message) => !noCondition.test(message))

/**
 * The texts that two statements share: payers that split a service into conditions repeat them on
 * each statement.
 */
export function sharedTexts(benefit: Benefit, partner: Benefit | null): number {
  if (!partner || partner.messages.length === 0) return 0
  const own = new Set(benefit.messages)
  const shared = partner.messages.filter((message) => own.has(message)).length
  return shared / new Set([...own, ...partner.messages]).size
}

/** `others` have other values; `wanted`: the text that was asked for chose it. */
export type Pick = { benefit: Benefit; others: Benefit[]; wanted: boolean }

/** Whether a statement has this text, which is in small letters. */
export const hasText = ({ messages }: Benefit, text: string | undefined): boolean =>
  text !== undefined && messages.some((message) => message.toLowerCase().includes(text))

/** The amount or share that a statement gives. */
export const valueOf = ({ amount, share }: Benefit): Money => amount ?? share ?? zero

/**
 * One statement out of those that fit: procedure before service type before the whole plan; one for
 * this place of service; exactly this network before both; individual before family; then the text
 * asked for, the texts shared with `partner`, one without a condition, and at last the dearest for
 * the patient, so that an estimate is not too low.
 */
export function pickOne(
  candidates: Benefit[],
  question: Question,
  partner: Benefit | null = null,
): Pick | null {
  const wanted = question.messageContains?.toLowerCase()
  const ranks: ((benefit: Benefit) => number)[] = [
    (benefit) => fitOf(benefit, question),
    (benefit) => (benefit.places.length > 0 ? 1 : 0),
    (benefit) => (benefit.network === (question.network === 'in' ? 'Y' : 'N') ? 1 : 0),
    (benefit) => -levelRank(benefit),
    (benefit) => (hasText(benefit, wanted) ? 1 : 0),
    (benefit) => sharedTexts(benefit, partner),
    (benefit) => (isConditional(benefit) ? 0 : 1),
  ]
  const close = ranks.slice(0, 4).reduce(most, candidates)
  const best = ranks.slice(4).reduce(most, close)
  const [benefit] = best.toSorted((one, other) => valueOf(other).comparedTo(valueOf(one)))
  if (!benefit) return null
  const differs = (other: Benefit) => !valueOf(other).equals(valueOf(benefit))
  return { benefit, others: close.filter(differs), wanted: hasText(benefit, wanted) }
}

/**
 * Procedure before service type before plan, and exactly this network before both: the group that
 * answers, without choosing one of it.
 */
export function closest(candidates: Benefit[], question: Question): Benefit[] {
  return most(
    most(candidates, (benefit) => fitOf(benefit, question)),
    (benefit) => (benefit.network === (question.network === 'in' ? 'Y' : 'N') ? 1 : 0),
  )
}
