import type { Accumulator } from './accumulators.ts'
import type { Assumption, Benefit } from './benefit.ts'
import { describeBenefit } from './describe-benefit.ts'
import { atLeastZero, usd, type Money } from './money.ts'
import { closest, fitOf, isConditional, isFamily, type Question } from './pick.ts'

const yearly = new Set(['21', '22', '23', '25'])
const perEvent = new Set(['6', '7', '13', '26', '27', '36'])

type Found = { remaining: Money; benefit: Benefit; whole: boolean; perEvent: boolean }

/** The dearest for the patient, one without a condition first: an estimate should not be too low. */
function dearest(benefits: Benefit[]): Benefit | undefined {
  const free = benefits.filter((benefit) => !isConditional(benefit))
  const from = free.length > 0 ? free : benefits
  return from.toSorted((one, other) => (other.amount && one.amount ? other.amount.comparedTo(one.amount) : 0))[0]
}

/** Of one group: what remains (29), else the total less the year to date (24), else the total. */
function leftOf(group: Benefit[]): Found | null {
  const stated = group.filter(({ amount }) => amount !== null)
  const remaining = dearest(stated.filter(({ period }) => period === '29'))
  if (remaining?.amount) return { remaining: remaining.amount, benefit: remaining, whole: false, perEvent: false }
  const total = dearest(stated.filter(({ period }) => period === null || yearly.has(period)))
  const used = dearest(stated.filter(({ period }) => period === '24'))
  if (total?.amount && used?.amount) return { remaining: atLeastZero(total.amount.minus(used.amount)), benefit: total, whole: false, perEvent: false }
  if (total?.amount) return { remaining: total.amount, benefit: total, whole: true, perEvent: false }
  const event = dearest(stated.filter(({ period }) => period !== null && perEvent.has(period)))
  return event?.amount ? { remaining: event.amount, benefit: event, whole: true, perEvent: true } : null
}

type Names = { code: 'C' | 'G' | 'Y'; name: string }

/**
 * What is left of a deductible (C), an out-of-pocket maximum (G) or a spend-down (Y) for a line at one level. A service's own total without
 * what is left of it is the plan's amount said again (payers do so to show that it applies): then the plan's remainder counts, unless that total is less;
 * a service's zero means that it does not apply to the service.
 */
export function pickAccumulator(candidates: Benefit[], question: Question, { code, name }: Names, level: 'individual' | 'family', assume: (assumption: Assumption) => void): Accumulator | null {
  const ofLevel = candidates.filter((benefit) => benefit.code === code && isFamily(benefit) === (level === 'family') && benefit.amount !== null)
  const group = preferIndividual(closest(ofLevel, question))
  const found = leftOf(group)
  if (!found) return null
  const accumulator = (from: Found): Accumulator => ({ key: `${code}:${level}:${from.benefit.index}`, code, name, level, remaining: from.remaining, source: describeBenefit(from.benefit) })
  const wider = ofLevel.filter((benefit) => fitOf(benefit, question) === 1)
  const plan = fitOf(found.benefit, question) > 1 && found.whole && !found.perEvent && found.remaining.greaterThan(0) ? leftOf(preferIndividual(closest(wider, question))) : null
  if (plan && !plan.perEvent && found.remaining.greaterThanOrEqualTo(plan.remaining)) {
    if (plan.whole) assumeWhole(plan)
    // The plan's own accumulator, so that lines of other services use it up too.
    return accumulator(plan)
  }
  if (found.perEvent && found.remaining.greaterThan(0))
    assume({ code: `${code}_per_event`, message: `The ${name} of ${usd(found.remaining)} is for one visit, admission or episode; all lines were taken as one.` })
  else if (found.whole && found.remaining.greaterThan(0)) assumeWhole(found)
  return accumulator(found)

  function assumeWhole({ remaining }: Found) {
    assume({ code: `${code}_met_unknown`, message: `The eligibility answer gives the ${level} ${name} (${usd(remaining)}) but not how much of it is met; none was taken as met.` })
  }
}

/** Of statements for several single people, those for the individual. */
function preferIndividual(group: Benefit[]): Benefit[] {
  const individual = group.filter(({ level }) => level === 'IND')
  if (individual.length > 0) return individual
  const unsaid = group.filter(({ level }) => level === null)
  return unsaid.length > 0 ? unsaid : group
}
