import type { Benefit } from '../eligibility/benefit.ts'
import { describeBenefit } from '../eligibility/describe-benefit.ts'
import { exact, fromJson, one, percent, usd, zero, type Money } from '../money.ts'
import type { Pick as Choice } from './pick.ts'
import {
  fitAnywhere,
  fitOf,
  hasText,
  isConditional,
  pickOne,
  serviceFit,
  sharedTexts,
  valueOf,
} from './pick.ts'
import type { CostShare, LineRules, Plan, PlanLine } from './plan.ts'
import { memoize } from './memoize.ts'
import { cutText } from '../../text.ts'

const lineSource = 'Overrides'

function inWords({ amount, share }: Benefit): string {
  if (amount) return usd(amount)
  return share ? percent(share) : 'no readable value'
}

/**
 * Copay and coinsurance with the statements that they come from. `maybeCopay`: what the service
 * costs is not known, and this pass takes it as little as can be.
 */
export type CostShares = Pick<LineRules, 'copay' | 'coinsurance'> & {
  used: Benefit[]
  maybeCopay: boolean
}

type What = 'copay' | 'coinsurance'
const pluralOf = { copay: 'copays', coinsurance: 'coinsurances' }

/** The statement of a choice that this pass takes; says what else would fit. */
function taken(choice: Choice, what: What, plan: Plan, line: PlanLine): Benefit {
  const { benefit, others, wanted } = choice
  if (wanted) return benefit
  if (others.length > 0) {
    const listed = others.slice(0, 4).map((other) => {
      const [text] = other.messages
      return `${inWords(other)}${text === undefined ? '' : ` "${cutText(text, 60)}"`}`
    })
    line.assume({
      code: `several_${pluralOf[what]}`,
      message:
        `Several ${pluralOf[what]} fit; ${inWords(benefit)} was used. ` +
        `Others: ${listed.join(', ')}. ` +
        `Choose with overrides.benefitMessage or overrides.${what}.`,
    })
    const all = [benefit, ...others].toSorted((first, second) =>
      valueOf(first).comparedTo(valueOf(second)),
    )
    const lowest = all[0] ?? benefit
    const highest = all.at(-1) ?? benefit
    return plan.pass.assumed({ likely: benefit, lowest, highest })
  }
  if (isConditional(benefit))
    line.assume({
      code: 'condition_assumed',
      message:
        `${describeBenefit(benefit)} has a condition; it was taken as met. ` +
        `Give overrides.${what} when it is not.`,
    })
  return benefit
}

/** Computes an amount or a share for the whole line. */
const onLine = (benefit: Benefit, { allowed }: PlanLine): Money =>
  benefit.amount ?? allowed.times(benefit.share ?? 0)

type Pair = { copay: Benefit | null; share: Benefit | null }

/**
 * Copay and coinsurance that belong together. Texts are conditions: two statements under different
 * conditions are two services, and never add up.
 */
function together(pair: Pair, plan: Plan, line: PlanLine): Pair {
  const { copay, share } = pair
  const { pass } = plan
  if (!copay?.amount?.greaterThan(0) || !share?.share?.greaterThan(0)) return pair
  const wanted = line.question.messageContains?.toLowerCase()
  const copayAlone: Pair = { copay, share: null }
  const shareAlone: Pair = { copay: null, share }
  const strangers = isConditional(share) && sharedTexts(share, copay) === 0
  if (strangers && hasText(copay, wanted) && !hasText(share, wanted)) return copayAlone
  if (strangers && isConditional(copay)) {
    if (hasText(share, wanted) && !hasText(copay, wanted)) return shareAlone
    line.assume({
      code: 'conditions_differ',
      message:
        `${describeBenefit(copay)} and ${describeBenefit(share)} have different conditions; ` +
        'the copay alone was used. Choose with overrides.benefitMessage.',
    })
    const copayIsLess = onLine(copay, line).lessThan(onLine(share, line))
    return pass.assumed({
      likely: copayAlone,
      lowest: copayIsLess ? copayAlone : shareAlone,
      highest: copayIsLess ? shareAlone : copayAlone,
    })
  }
  // "$30 for the visit" beside "30 % for drugs and supplies": the condition is another service.
  if (isConditional(share) && !isConditional(copay)) {
    line.assume({
      code: 'coinsurance_conditional',
      message:
        `${describeBenefit(share)} has a condition and the copay has none; ` +
        'the copay alone was used.',
    })
    return pass.assumed({ likely: copayAlone, lowest: copayAlone, highest: pair })
  }
  if (fitOf(share, line.question) < fitOf(copay, line.question)) {
    line.assume({
      code: 'coinsurance_of_plan',
      message:
        'The service has a copay of its own and the plan a general coinsurance ' +
        `(${inWords(share)}); the copay alone was used. ` +
        'Set overrides.coinsurance when both apply.',
    })
    return pass.assumed({ likely: copayAlone, lowest: copayAlone, highest: pair })
  }
  return pair
}

/** Says how far the statement is from the line: another service type, or an assumed place. */
function describeFit(benefit: Benefit, line: PlanLine): void {
  const { question, assume, placeAssumed } = line
  const [own = '30'] = question.serviceTypes
  const fit = fitOf(benefit, question)
  if (fit === 1 && own !== '30')
    assume({
      code: 'general_benefit_used',
      message:
        `The eligibility answer states nothing for service type ${own}; what holds for the ` +
        `whole plan was used (${inWords(benefit)}).`,
    })
  else if (fit > 1 && fit < serviceFit)
    assume({
      code: 'service_type_fallback',
      message:
        `The eligibility answer states nothing for service type ${own}; what it states for ` +
        `${benefit.serviceTypes.slice(0, 5).join(', ')} was used (${inWords(benefit)}).`,
    })
  if (placeAssumed && benefit.places.length > 0)
    assume({
      code: 'place_assumed',
      message:
        `${describeBenefit(benefit)} holds for place of service ${benefit.places.join(', ')} ` +
        'only. The line names no place; 11 (office) was assumed. Give place when it is another.',
    })
}

const places = (benefits: Benefit[]) =>
  [...new Set(benefits.flatMap((benefit) => benefit.places))].join(', ')

/** Why the cost share of a line cannot be read out of the answer; null when it can. */
function notKnown(plan: Plan, line: PlanLine, pair: Pair): Problem | null {
  const key = JSON.stringify(['not known', pair.copay?.index, pair.share?.index])
  return memoize(line, key, () => findProblem(plan, line, pair))
}

function findProblem(plan: Plan, line: PlanLine, { copay, share }: Pair): Problem | null {
  // The whole line has this problem already.
  if (line.serviceUnknown) return { code: 'service_type_unknown', message: '' }
  const { question, candidates, elsewhere, placeAssumed } = line
  const place = placeAssumed ? null : question.place
  const fits = (benefit: Benefit) => fitOf(benefit, question)
  const best = Math.max(0, ...[copay, share].map((benefit) => (benefit ? fits(benefit) : 0)))
  const unread = candidates.find(
    (benefit) =>
      isUnread(benefit) &&
      fits(benefit) >= Math.max(1, best) &&
      (best < fits(benefit) || !isConditional(benefit)),
  )
  if (unread)
    return {
      code: 'cost_share_unreadable',
      message:
        `${describeBenefit(unread)} gives no amount that can be read. ` +
        'Ask the payer, and give overrides.copay or overrides.coinsurance.',
    }
  const closer = elsewhere.filter((benefit) => fitAnywhere(benefit, question) > best)
  if (closer.length > 0 && place === null)
    return {
      code: 'place_unknown',
      message:
        `The payer states the benefit of this service for place of service ${places(closer)}. ` +
        `Give place, e.g. place ${closer[0]?.places[0] ?? '11'}.`,
    }
  if (copay || share) return null
  if (closer.length > 0)
    return {
      code: 'cost_share_unknown',
      message:
        `The payer states the benefit of this service for place of service ${places(closer)}, ` +
        `not for ${place}. Check place, or give overrides.copay or overrides.coinsurance.`,
    }
  const said = plan.benefits.length > 0
  return {
    code: 'cost_share_unknown',
    message: said
      ? 'The eligibility answer states neither copay nor coinsurance for this service. ' +
        'Ask the payer, and give overrides.copay or overrides.coinsurance.'
      : 'Neither copay nor coinsurance is given. Give overrides.copay or overrides.coinsurance ' +
        '(0 when the plan asks for none).',
  }
}

type Problem = { code: string; message: string }

/** A copay without an amount, a coinsurance without a share: it does not say how much. */
const isUnread = ({ code, amount, share }: Benefit): boolean =>
  (code === 'B' && amount === null) || (code === 'A' && share === null)

type ByLaw = Problem & { share: Money; source: string }

/** What the law says where Medicare states no coinsurance. */
function medicareShare(line: PlanLine): ByLaw | null {
  const states = (type: string) =>
    memoize(line, `type ${type}`, () =>
      line.candidates.some(({ insuranceType }) => insuranceType === type),
    )
  if (states('MB'))
    return {
      code: 'medicare_coinsurance',
      message: 'Medicare Part B states no coinsurance; the statutory 20 % was used.',
      share: exact('0.2'),
      source: 'Medicare Part B, 20 % (Social Security Act §1833)',
    }
  if (states('MA'))
    return {
      code: 'medicare_coinsurance',
      message:
        'Medicare Part A states no coinsurance; a stay of at most 60 days was assumed, which has ' +
        'none.',
      share: zero,
      source: 'Medicare Part A, days 1 to 60 (42 CFR 409.83)',
    }
  return null
}

const asCopay = (benefit: Benefit | null) =>
  benefit?.amount ? { amount: benefit.amount, source: describeBenefit(benefit) } : null
const asCoinsurance = (benefit: Benefit | null) =>
  benefit?.share ? { share: benefit.share, source: describeBenefit(benefit) } : null

/**
 * Copay (EB01 B) and coinsurance (EB01 A) of a line. The two belong together: of several, those
 * whose texts agree. What is stated nowhere is not nothing: it is not known.
 */
export function costShareOf(plan: Plan, line: PlanLine): CostShares {
  const { overrides, candidates, question, assume } = line
  const { copay: givenCopay, coinsurance: givenShare } = overrides
  const pick = (code: 'A' | 'B', partner: Benefit | null) =>
    memoize(line, `pick ${code} ${partner?.index ?? ''}`, () => {
      const readable = candidates.filter((one) => one.code === code && !isUnread(one))
      return pickOne(readable, question, partner)
    })
  const copayChoice = givenCopay === undefined ? pick('B', null) : null
  const copayPick = copayChoice ? taken(copayChoice, 'copay', plan, line) : null
  const shareChoice = givenShare === undefined ? pick('A', copayPick) : null
  const joined = together({ copay: copayPick, share: shareChoice?.benefit ?? null }, plan, line)
  // A share that is not used beside the copay is not described.
  const share = joined.share && shareChoice ? taken(shareChoice, 'coinsurance', plan, line) : null
  const pair: Pair = { copay: joined.copay, share }
  const used = [pair.copay, pair.share].flatMap((benefit) => benefit ?? [])
  const found: CostShares = {
    copay:
      givenCopay === undefined
        ? asCopay(pair.copay)
        : { amount: fromJson(givenCopay), source: lineSource },
    coinsurance:
      givenShare === undefined
        ? asCoinsurance(pair.share)
        : { share: exact(givenShare), source: lineSource },
    used,
    maybeCopay: false,
  }
  if (used.some(({ authorization }) => authorization))
    assume({
      code: 'authorization_required',
      message:
        'The payer wants a prior authorization for this service; without one it may pay nothing.',
    })
  if (givenCopay !== undefined || givenShare !== undefined || freeOfCharge(line)) return found
  const problem = notKnown(plan, line, pair)
  if (!problem) {
    // Two statements may fit equally: the first one is described.
    for (const benefit of used.slice(0, 1)) describeFit(benefit, line)
    return found
  }
  const byLaw = problem.code === 'cost_share_unknown' ? medicareShare(line) : null
  if (byLaw) {
    assume({ code: byLaw.code, message: byLaw.message })
    return { ...found, coinsurance: { share: byLaw.share, source: byLaw.source } }
  }
  if (problem.message !== '') assume(problem)
  const nothingPaid = { share: one, source: 'Not stated' }
  return plan.pass.unknown({
    lowest: { ...found, maybeCopay: true },
    highest: { ...found, coinsurance: nothingPaid },
  })
}

/** The caller says that the plan asks nothing beyond a deductible. */
const freeOfCharge = ({ overrides: { costShareOrder: order } }: PlanLine): boolean =>
  order === 'no-charge' || order === 'no-charge-after-deductible'

const waived = /\bded(?:uctible)?\b[^.;]{0,20}\b(?:waived|does not apply|not applicable|n\/a)\b/i
const applies = /\bafter (?:the )?ded(?:uctible)?\b|\bded(?:uctible)? (?:then|applies)\b/i

type Order = { order: LineRules['order']; source: string | null }

/**
 * Which order applies: what the caller says, or a text that waives the deductible for this service
 * ("Urgent Care/Plan Ded Waived"), or states it ("after deductible"); null: neither.
 */
export function statedOrder(line: PlanLine, used: Benefit[]): Order | null {
  const { costShareOrder } = line.overrides
  if (costShareOrder) return { order: costShareOrder, source: lineSource }
  const key = JSON.stringify(['order', ...used.map(({ index }) => index)])
  return memoize(line, key, () => findOrder(line, used))
}

function findOrder({ candidates, question }: PlanLine, used: Benefit[]): Order | null {
  const texts = (benefit: Benefit, pattern: RegExp) =>
    benefit.messages.filter((message) => pattern.test(message))
  const conditions = used.flatMap(({ messages }) => messages.map((text) => text.toLowerCase()))
  const waiver = candidates.find((benefit) => {
    if (fitOf(benefit, question) < 2 || !'ABF'.includes(benefit.code)) return false
    const said = texts(benefit, waived)
    if (said.length === 0) return false
    if (used.includes(benefit) || !used.some(isConditional)) return true
    // The text before the slash names whom it is for.
    const isNamed = (text: string) => conditions.includes(text.toLowerCase().split('/')[0] ?? '')
    return benefit.code === 'F' && said.some(isNamed)
  })
  if (waiver) return { order: 'deductible-waived', source: describeBenefit(waiver) }
  const after = used.find((benefit) => texts(benefit, applies).length > 0)
  return after ? { order: 'after-deductible', source: null } : null
}

const notCounted = /(?:not|excluded|does not|n't)\b[^.;]{0,30}(?:out.of.pocket|\boop\b|\bmoop\b)/i
const kindOf: Record<string, CostShare> = { A: 'coinsurance', B: 'copay', C: 'deductible' }

/** What counts to the out-of-pocket maximum: all, unless a text or the caller says otherwise. */
export function countsOf(line: PlanLine, used: Benefit[]): ReadonlySet<CostShare> {
  if (line.overrides.outOfPocketIncludes) return new Set(line.overrides.outOfPocketIncludes)
  const key = JSON.stringify(['counts', ...used.map(({ index }) => index)])
  return memoize(line, key, () => {
    const deductibles = line.candidates.filter(({ code }) => code === 'C')
    return findCounts([...used, ...deductibles])
  })
}

function findCounts(statements: Benefit[]): ReadonlySet<CostShare> {
  const counted = new Set<CostShare>(['deductible', 'copay', 'coinsurance'])
  for (const { code, messages } of statements) {
    const kind = kindOf[code]
    if (kind && messages.some((message) => notCounted.test(message))) counted.delete(kind)
  }
  return counted
}
