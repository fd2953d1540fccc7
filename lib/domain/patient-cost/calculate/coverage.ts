import { isActive, isStatus, type Benefit } from '../eligibility/benefit.ts'
import { contains, daysBetween, inWords, joined, type Span } from '../dates.ts'
import { describeBenefit } from '../eligibility/describe-benefit.ts'
import { fitOf, hasText, isConditional, networkFit, pickOne } from './pick.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'
import { memoize } from './memoize.ts'
import { cutText } from '../../text.ts'

const isCostShare = ({ code }: Benefit) => code === 'A' || code === 'B'

/** Payers repeat the days that were asked about as dates of eligibility; coverage lasts longer. */
const longestEcho = 45

/**
 * Why the coverage does not hold on the date of service, by the dates of the status or else of the
 * person (DTP 307, 356, 357 eligibility; 291, 346, 347 plan); null when it does, or when nothing
 * says that it does not. It records a doubt when only the dates of a plan year leave it open.
 */
function outOfDates(plan: Plan, line: PlanLine, status: Benefit | undefined): string | null {
  const { dateOfService, answeredOn, eligibility } = plan
  const general = eligibility?.dates ?? {}
  const own = status?.dates ?? {}
  const eligible = own.eligibility ?? general.eligibility ?? null
  if (eligible && isEcho(eligible)) {
    if (contains(eligible, dateOfService)) return null
    unconfirmed(`The payer was asked about ${inWords(eligible.to ?? '')}`)
    return null
  }
  const outside = eligible ? before(eligible) : null
  if (outside) return outside
  const year = own.plan ?? general.plan ?? null
  if (!year) return null
  if (year.to === null || dateOfService <= year.to) return before(year)
  // A plan year that was running when the payer answered may be followed by the next one.
  if (answeredOn > year.to) return ended(year.to)
  unconfirmed(`The plan year ends on ${inWords(year.to)}`)
  return null

  function before({ from, to }: Span): string | null {
    if (to !== null && dateOfService > to) return ended(to)
    return from !== null && dateOfService < from ? `Coverage begins on ${inWords(from)}` : null
  }
  function ended(to: string): string {
    return `Coverage ended on ${inWords(to)}, before the date of service`
  }
  function unconfirmed(why: string): void {
    line.assume({
      code: 'coverage_date_unconfirmed',
      message:
        `${why}, not about ${inWords(dateOfService)}; the coverage was taken as active. ` +
        'Ask the payer again for the date of service.',
    })
  }
}

const isEcho = ({ from, to }: Span): boolean =>
  from !== null && to !== null && daysBetween(from, to) <= longestEcho

/** As `outOfDates`; a date of the coverage that is none leaves open whether the coverage holds. */
function outOfReadDates(plan: Plan, line: PlanLine, status: Benefit | undefined): string | null {
  const reason = outOfDates(plan, line, status)
  const unreadable = status?.dates.unreadable ?? plan.eligibility?.dates.unreadable
  if (reason === null && unreadable !== undefined)
    line.assume({
      code: 'unreadable_date',
      message:
        `The eligibility answer gives "${cutText(unreadable, 40)}" as a date of the coverage, ` +
        'which is no date; the coverage was taken as active. Ask the payer whether it holds on ' +
        `${inWords(plan.dateOfService)}.`,
    })
  return reason
}

/**
 * Why a line has no active coverage on the date of service; null when it has, or when nothing says
 * that it has not. Statuses know no network: it is not asked for.
 */
export function inactiveReason(plan: Plan, line: PlanLine): string | null {
  return memoize(line, 'inactive', (assume) => findInactive(plan, { ...line, assume }))
}

function findInactive(plan: Plan, line: PlanLine): string | null {
  const { overrides, benefits } = plan
  const { assume } = line
  if (overrides.active === false) return 'Overrides: coverage not active'
  if (overrides.active === true || benefits.length === 0) return null
  const fits = (benefit: Benefit) => fitOf(benefit, line.question)
  const statuses = benefits.filter((benefit) => isStatus(benefit) && fits(benefit) > 0)
  if (statuses.length === 0) {
    if (!benefits.some(isStatus))
      assume({
        code: 'status_unknown',
        message:
          'The eligibility answer does not say whether the coverage is active; ' +
          'it was taken as active.',
      })
    else if (!benefits.some(isActive)) return 'Coverage not active'
    return outOfReadDates(plan, line, undefined)
  }
  const best = Math.max(...statuses.map(fits))
  const closest = statuses.filter((status) => fits(status) === best)
  const inForce = closest.filter(isActive)
  const [active] = inForce
  if (!active) return `Coverage not active (${describeBenefit(closest[0] as Benefit)})`
  if (inForce.length < closest.length)
    assume({
      code: 'status_contradicts',
      message:
        'The eligibility answer says both active and inactive; the coverage was taken as active.',
    })
  if (active.code === '5')
    assume({
      code: 'status_pending',
      message: 'The coverage is active, pending investigation: the payer may still end it.',
    })
  const reasons = inForce.map((status) => outOfReadDates(plan, line, status))
  return reasons.includes(null) ? null : (reasons[0] ?? null)
}

/** The texts of a statement by which payers split a service: whom or what it is for. */
const conditionsOf = (benefit: Benefit): string[] =>
  isConditional(benefit) ? benefit.messages.map((message) => message.trim().toLowerCase()) : []

const primaryCare = /\bprimary care|\bpcp\b/
const specialist = /\bspecialist/

/**
 * Whether refusals that each name a condition cover the whole service together: they name every
 * condition under which the answer states anything of it, or both primary care and specialists.
 */
function refusesAll(refused: Benefit[], stated: Benefit[]): boolean {
  const said = new Set(refused.flatMap(conditionsOf))
  const both = (word: RegExp) => [...said].some((condition) => word.test(condition))
  if (both(primaryCare) && both(specialist)) return true
  const conditions = stated.map(conditionsOf)
  return (
    conditions.length > 0 && conditions.every((own) => own.some((condition) => said.has(condition)))
  )
}

/**
 * Whether the plan covers the line: a statement of non-coverage (I) or exclusion (E), or an
 * exhausted visit limit (F).
 */
export function notCovered(plan: Plan, line: PlanLine): LineRules['notCovered'] {
  const { benefits, pass } = plan
  const { overrides, assume } = line
  if (overrides.covered === true) return null
  if (overrides.covered === false)
    return { why: 'the plan does not cover it', source: 'Overrides: not covered' }
  if (benefits.length === 0) return null
  const { refused, partly, exhausted } = memoize(line, 'refusals', () => refusalsOf(plan, line))
  if (refused) return refused
  if (partly) {
    assume({
      code: 'partly_not_covered',
      message:
        `Part of this service is not covered (${describeBenefit(partly)}); it was taken as ` +
        'covered. Set covered to false when that part is meant.',
    })
    const all = { why: because, source: describeBenefit(partly) }
    if (pass.assumed({ likely: false, lowest: false, highest: true })) return all
  }
  return exhausted ? { why: 'no visits are left', source: describeBenefit(exhausted) } : null
}

const because = 'the plan does not cover this service'

type RefusedWrites = {
  refused: LineRules['notCovered']
  partly: Benefit | undefined
  exhausted: Benefit | undefined
}

/** What the answer says against covering the line. */
function refusalsOf(plan: Plan, line: PlanLine): RefusedWrites {
  const { question, candidates } = line
  const fits = (benefit: Benefit) => fitOf(benefit, question)
  const shares = candidates.filter(isCostShare)
  // A statement of a next best service type does not refuse a service with its own statement.
  const best = Math.max(2, ...shares.map(fits))
  const close = candidates.filter((benefit) => fits(benefit) > 1)
  const refused = close.filter(
    (benefit) => (benefit.code === 'I' || benefit.code === 'E') && fits(benefit) >= best,
  )
  const wanted = question.messageContains?.toLowerCase()
  const chosen = refused.filter((benefit) => hasText(benefit, wanted))
  const whole = refused.filter((benefit) => !isConditional(benefit))
  const pick = pickOne(chosen.length > 0 ? chosen : whole, question)
  const nothing: RefusedWrites = { refused: null, partly: undefined, exhausted: undefined }
  if (pick) return { ...nothing, refused: { why: because, source: describeBenefit(pick.benefit) } }
  const [partly] = refused
  if (partly) {
    const onThisSide = shares.filter((benefit) => fits(benefit) > 1)
    const anywhere = onThisSide.length > 0 ? onThisSide : otherSide(plan, line)
    const all = { why: because, source: refused.slice(0, 3).map(describeBenefit).join('; ') }
    if (refusesAll(refused, anywhere)) return { ...nothing, refused: all }
  }
  const exhausted = close.find(
    ({ code, period, quantity }) =>
      code === 'F' && period === '29' && quantity?.qualifier === 'VS' && quantity.value.isZero(),
  )
  return { refused: null, partly, exhausted }
}

/** Whether a line is out of the network of a plan that states nothing for it there; says so. */
export function isOutsideUnstated({ benefits, networksStated }: Plan, line: PlanLine): boolean {
  const { overrides, question, candidates, assume } = line
  if (benefits.length === 0 || overrides.covered !== undefined) return false
  const asked = overrides.copay === undefined && overrides.coinsurance === undefined
  const states = ({ code }: Benefit) => code === 'A' || code === 'B' || code === 'C'
  const outside = question.network === 'out' && networksStated
  if (!outside || !asked) return false
  if (memoize(line, 'states', () => candidates.some(states))) return false
  assume({
    code: 'out_of_network_unstated',
    message:
      'The eligibility answer states no benefit out of network; the service was taken as not ' +
      'covered. Emergencies are covered as in network (45 CFR 149.110): give ' +
      'overrides.coinsurance or overrides.copay for them.',
  })
  return true
}

/** Cost shares of the service on the other side of the network. */
function otherSide({ benefits, networksStated }: Plan, { question }: PlanLine): Benefit[] {
  const side = question.network === 'in' ? 'out' : 'in'
  return benefits.filter(
    (benefit) =>
      isCostShare(benefit) &&
      fitOf(benefit, question) > 1 &&
      networkFit(benefit, side, networksStated) > 0,
  )
}

/** The plan year that an amount belongs to, by its own dates or the person's; null when no date is stated. */
export function planYearOf({ eligibility }: Plan, { dates }: Benefit): Span | null {
  const own = joined(dates.plan ?? null, dates.benefit ?? null)
  const year = own ?? eligibility?.dates.plan ?? null
  // A plan that began years ago and has no end says nothing of the year.
  return year?.from && year.to && daysBetween(year.from, year.to) <= 366 ? year : null
}
