import type { Accumulator } from './accumulators.ts'
import type { Benefit } from '../eligibility/benefit.ts'
import { planYearOf } from './coverage.ts'
import { inWords } from '../dates.ts'
import { describeBenefit } from '../eligibility/describe-benefit.ts'
import { atLeastZero, exact, usd, zero, type Money } from '../money.ts'
import { closest, fitOf, isConditional, isFamily } from './pick.ts'
import type { Plan, PlanLine } from './plan.ts'
import { memoize } from './memoize.ts'

const yearly = new Set(['21', '22', '23', '25'])
const perEvent = new Set(['6', '7', '13', '26', '27', '36'])

export type Level = 'individual' | 'family'
export type Names = { code: 'C' | 'G' | 'Y'; name: string }

/**
 * What an answer says of one level: an amount that is left; a total without what is met of it;
 * nothing left without a total; a level that the plan does not have; or nothing that can be used.
 */
export type Stated =
  | { kind: 'left' | 'whole' | 'per-event'; remaining: Money; benefit: Benefit }
  | { kind: 'bare-zero'; benefit: Benefit }
  | { kind: 'none'; benefit: Benefit }
  | { kind: 'not-known'; why: string }
  | { kind: 'nothing' }

/** Larger than any amount of a request: a deductible or a maximum of which nothing is known. */
const boundless = exact(1_000_000_000)

const byAmount = (one: Benefit, other: Benefit): number =>
  other.amount && one.amount ? other.amount.comparedTo(one.amount) : 0

/** The dearest for the patient, one without a condition first: better too high than too low. */
function dearest(benefits: Benefit[]): Benefit | undefined {
  const free = benefits.filter((benefit) => !isConditional(benefit))
  return (free.length > 0 ? free : benefits).toSorted(byAmount)[0]
}

/** Whether what is counted of a total is counted for the plan year in which the service is done. */
function yearOf(
  plan: Plan,
  counter: Benefit,
  total: Benefit | undefined,
): { current: boolean; assumed: boolean } {
  const { dateOfService, answeredOn } = plan
  const year = planYearOf(plan, counter)
  if (year) {
    const { from, to } = year
    return { current: (from ?? '') <= dateOfService && dateOfService <= (to ?? ''), assumed: false }
  }
  const same = dateOfService.slice(0, 4) === answeredOn.slice(0, 4)
  // 23 is the calendar year; of every other year the beginning is not known.
  return { current: same, assumed: total?.period !== '23' }
}

const isTotal = (period: string | null): boolean => period === null || yearly.has(period)

/** Beside a real total, a total of 0 is another one that does not exist, and so is its 0 left. */
function withoutEmptyPairs(group: Benefit[]): Benefit[] {
  const totals = group.filter(({ period }) => isTotal(period))
  const empty = totals.filter(({ amount }) => amount?.isZero())
  if (empty.length === 0 || empty.length === totals.length) return group
  const left = group.filter(({ period, amount }) => period === '29' && amount?.isZero())
  const dropped = new Set([...empty, ...left.slice(0, empty.length)])
  return group.filter((benefit) => !dropped.has(benefit))
}

/**
 * What one group of statements says. A payer fills a level that its plan does not have with a total
 * of 0 and 0 left of it: that is no level that is met. What was used up in another plan year is not
 * used up in this one.
 */
function statedBy(group: Benefit[], plan: Plan, line: PlanLine, { name }: Names): Stated {
  const readable = group.filter(({ amount }) => amount !== null)
  const [unread] = group
  if (readable.length === 0)
    return unread
      ? { kind: 'not-known', why: `${describeBenefit(unread)} gives no amount that can be read.` }
      : { kind: 'nothing' }
  const counted = withoutEmptyPairs(readable)
  const of = (fits: (period: string | null) => boolean) =>
    dearest(counted.filter(({ period }) => fits(period)))
  const total = of(isTotal)
  const left = of((period) => period === '29')
  const used = of((period) => period === '24')
  if (total?.amount?.isZero() && !left?.amount?.greaterThan(0))
    return { kind: 'none', benefit: total }
  const counter = left ?? used
  const year = counter ? yearOf(plan, counter, total) : null
  if (counter && year && !year.current) {
    const when = `The payer's answer counts the ${name} of another plan year`
    const dated = `the date of service is ${inWords(plan.dateOfService)}`
    if (!total?.amount)
      return { kind: 'not-known', why: `${when} than the one of the service; ${dated}.` }
    line.assume({
      code: year.assumed ? 'plan_year_assumed' : 'plan_year_reset',
      message:
        `${when}; ${dated}. The whole ${usd(total.amount)} was taken as left` +
        `${year.assumed ? ', as plan years usually begin on January 1' : ''}.`,
    })
    return { kind: 'left', remaining: total.amount, benefit: total }
  }
  if (left?.amount)
    return left.amount.isZero() && !total
      ? { kind: 'bare-zero', benefit: left }
      : { kind: 'left', remaining: left.amount, benefit: left }
  if (total?.amount && used?.amount) {
    const remaining = atLeastZero(total.amount.minus(used.amount))
    return { kind: 'left', remaining, benefit: total }
  }
  if (total?.amount) return { kind: 'whole', remaining: total.amount, benefit: total }
  const event = of((period) => period !== null && perEvent.has(period))
  if (event?.amount) return { kind: 'per-event', remaining: event.amount, benefit: event }
  return { kind: 'nothing' }
}

/** Of statements for several single people, those for the individual. */
function preferIndividual(group: Benefit[]): Benefit[] {
  const individual = group.filter(({ level }) => level === 'IND')
  if (individual.length > 0) return individual
  const unsaid = group.filter(({ level }) => level === null)
  return unsaid.length > 0 ? unsaid : group
}

/** Without the plans (EB05) whose total is 0 and of which nothing is left. */
function withoutEmptyPlans(group: Benefit[]): Benefit[] {
  const byPlan = Map.groupBy(group, ({ plan }) => plan)
  const isZero = ({ amount }: Benefit) => amount?.isZero() ?? false
  const isEmpty = (own: Benefit[]) => own.every(isZero) && own.some(({ period }) => isTotal(period))
  return [...byPlan.values()].filter((own) => !isEmpty(own)).flat()
}

/** The statements of one plan (EB05), where an answer states several: accumulators never mix. */
function ofOnePlan(group: Benefit[], of: string | null, line: PlanLine): Benefit[] {
  const plans = new Set(group.map(({ plan }) => plan))
  if (plans.size <= 1) return group
  const own = group.filter(({ plan }) => plan === of)
  if (own.length > 0) return own
  const [dear] = group.toSorted(byAmount)
  const names = [...plans].slice(0, 5).map((name) => name ?? 'unnamed')
  line.assume({
    code: 'several_plans_stated',
    message:
      `The eligibility answer states this for several plans (${names.join(', ')}); ` +
      `that of "${dear?.plan ?? 'the unnamed one'}" was used.`,
  })
  return group.filter(({ plan }) => plan === dear?.plan)
}

type Asked = { names: Names; level: Level; planName: string | null }

/**
 * What the answer says of a deductible (C), an out-of-pocket maximum (G) or a spend-down (Y) for a
 * line at one level. A service's own total without its remaining amount repeats the plan's amount
 * (payers do so to show that it applies): then the plan's remaining amount counts, unless that total
 * is less.
 */
export function statedAt(plan: Plan, line: PlanLine, asked: Asked): Stated {
  const { names, level, planName } = asked
  const key = JSON.stringify(['stated', names.code, level, planName])
  return memoize(line, key, (assume) => find(plan, { ...line, assume }, asked))
}

function find(plan: Plan, line: PlanLine, { names, level, planName }: Asked): Stated {
  const { question } = line
  const ofLevel = line.candidates.filter(
    (benefit) => benefit.code === names.code && isFamily(benefit) === (level === 'family'),
  )
  const read = (benefits: Benefit[]): Stated => {
    const group = preferIndividual(closest(benefits, question))
    const [first] = group
    const whole = first !== undefined && fitOf(first, question) === 1
    const real = whole ? withoutEmptyPlans(group) : group
    if (real.length > 0 || !first)
      return statedBy(ofOnePlan(real, planName, line), plan, line, names)
    // What the plan has none of does not stand before what it has: another network, another person.
    const empty = new Set(group)
    const next = read(benefits.filter((benefit) => !empty.has(benefit)))
    return next.kind === 'nothing' ? { kind: 'none', benefit: first } : next
  }
  const wider = ofLevel.filter((benefit) => fitOf(benefit, question) === 1)
  const found = read(ofLevel)
  if (!('benefit' in found) || fitOf(found.benefit, question) === 1) return found
  // A maximum of 0 for the service is none: the plan's holds.
  if (names.code === 'G' && found.kind === 'none') return read(wider)
  if (found.kind !== 'whole' || wider.length === 0) return found
  const ofPlan = read(wider)
  const again =
    (ofPlan.kind === 'left' || ofPlan.kind === 'whole') &&
    found.remaining.greaterThanOrEqualTo(ofPlan.remaining)
  // The plan's own accumulator, so that lines of other services use it up too.
  return again ? ofPlan : found
}

type Place = {
  names: Names
  level: Level
  /** Another level of the same amount still has a balance. */
  others: boolean
}

/**
 * The accumulator of one level as this pass takes it; null when the level does not exist or has no
 * statement.
 */
export function accumulatorOf(
  stated: Stated,
  plan: Plan,
  line: PlanLine,
  place: Place,
): Accumulator | null {
  if (stated.kind === 'nothing') return null
  if (stated.kind === 'not-known') return notKnown(stated.why, plan, line, place)
  const { code, name } = place.names
  const { level } = place
  const source = describeBenefit(stated.benefit)
  const key = `${code}:${level}:${stated.benefit.index}`
  const leaves = (remaining: Money): Accumulator => {
    return { key, code, name, level, remaining, source }
  }
  if (stated.kind === 'none') {
    line.assume({
      code: 'level_not_applicable',
      message:
        `The eligibility answer gives the ${level} ${name} as $0.00: ` +
        `the plan has none (${source}). It was not taken as met.`,
    })
    return null
  }
  if (stated.kind === 'bare-zero') return bareZero(leaves(zero), plan, line, place)
  const { kind, remaining } = stated
  if (kind === 'left' || remaining.isZero()) return leaves(remaining)
  if (kind === 'per-event') {
    line.assume({
      code: `${code}_per_event`,
      message:
        `The ${name} of ${usd(remaining)} is for one visit, admission or episode; ` +
        'all lines were taken as one.',
    })
    return leaves(remaining)
  }
  return leaves(leftOfWhole(remaining, plan, line, place))
}

/** An accumulator of which the answer says nothing that can be used. */
function notKnown(why: string, plan: Plan, line: PlanLine, { names, level }: Place): Accumulator {
  const { code, name } = names
  line.assume({
    code: `${code}_not_known`,
    message: `${why} Ask the payer, and give ${overrideOf(code, level)}.`,
  })
  // The patient owes least where nothing is left, of a deductible and of a maximum alike.
  const remaining = plan.pass.unknown({ lowest: zero, highest: boundless })
  return { key: `${code}:${level}:unknown`, code, name, level, remaining, source: 'Not known' }
}

/** Nothing is left, and no total says whether it is met or does not exist. */
function bareZero(met: Accumulator, plan: Plan, line: PlanLine, place: Place): Accumulator | null {
  const { names, level, others } = place
  const { code, name } = names
  const likelyNone = others || code === 'G'
  line.assume({
    code: `${code}_zero_without_total`,
    message:
      `The eligibility answer says that $0.00 is left of the ${level} ${name}, without its ` +
      `total: it is met, or the plan has none. ${likelyNone ? 'None' : 'Met'} was assumed. ` +
      `Give ${overrideOf(code, level)} to decide it.`,
  })
  return plan.pass.assumed({
    likely: likelyNone ? null : met,
    lowest: met,
    highest: null,
    revealing: code === 'G' ? null : met,
  })
}

/** What is left of a total of which the answer does not say how much is met. */
function leftOfWhole(total: Money, plan: Plan, line: PlanLine, { names, level }: Place): Money {
  const { code, name } = names
  line.assume({
    code: `${code}_met_unknown`,
    message:
      `The eligibility answer gives the ${level} ${name} (${usd(total)}) but not how much of ` +
      'it is met; none was taken as met.',
  })
  return plan.pass.assumed({
    likely: total,
    lowest: zero,
    highest: total,
    revealing: code === 'G' ? total : zero,
  })
}

/** The field of the request that decides what the answer leaves open. */
function overrideOf(code: Names['code'], level: Level): string {
  if (code === 'Y') return 'another eligibility answer'
  const family = level === 'family'
  if (code === 'C')
    return family ? 'overrides.familyDeductibleRemaining' : 'overrides.deductibleRemaining'
  return family ? 'overrides.familyOutOfPocketRemaining' : 'overrides.outOfPocketRemaining'
}
