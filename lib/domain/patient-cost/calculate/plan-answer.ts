import type { PatientCostAnswer, PatientCostStep } from '../answer.ts'
import { gradeOf } from '../grades.ts'
import { fromJson, toJson, zero } from '../money.ts'
import type { PassResult } from './calculate-pass.ts'
import type { PlanResult } from './calculate-plan.ts'
import { knownIn, type Ends } from './known-in.ts'
import type { Step } from './line-steps.ts'

const untouched = new Set<Step['rule']>(['submitted', 'eligible'])

/** The steps of one line by one plan up to what is missing, and then why it ends there. */
function stepsUpTo(
  { against, inFavour }: { against: Step[]; inFavour: Step[] },
  isKnown: boolean,
  why: string,
): PatientCostStep[] {
  const differs = (step: Step, index: number) =>
    JSON.stringify(step) !== JSON.stringify(inFavour[index])
  const parted = against.findIndex(differs)
  if (parted < 0 && isKnown) return against
  // What depends on an assumption as well ends where the cost share begins.
  const end = parted < 0 ? against.findIndex(({ rule }) => !untouched.has(rule)) : parted
  const unknown: PatientCostStep = {
    lineItemId: against[0]?.lineItemId ?? '',
    rule: 'unknown',
    description: why,
    amount: null,
    before: against[end - 1]?.after ?? null,
    after: null,
    source: null,
  }
  return [...against.slice(0, end), unknown]
}

const ofLine = <T extends { lineItemId: string | null }>(all: readonly T[], id: string): T[] =>
  all.filter(({ lineItemId }) => lineItemId === id)

type PlanAnswer = PatientCostAnswer['plans'][number]
type OfPlan = PassResult['plans'][number]
/** The likely results of one plan, with what is missing at either end. */
type PlanEnds = { against: OfPlan; inFavour: OfPlan }

/** One plan of the answer, out of all passes; null when there is none at this place. */
export function planAnswer(pairs: readonly Ends[], index: number): PlanAnswer | null {
  const [likely] = pairs
  const against = likely?.against.plans[index]
  const inFavour = likely?.inFavour.plans[index]
  if (!likely || !against || !inFavour) return null
  const { plan, warnings, coordination, active } = against
  const amount = (of: (totals: PlanResult['totals']) => number) =>
    knownIn(pairs, ({ plans }) => {
      const own = plans[index]
      return own ? of(own.totals) : undefined
    })
  const paid = paidOf(pairs, likely, plan.payer.id)
  const total = paid.reduce((sum, part) => sum.plus(fromJson(part ?? 0)), zero)
  return {
    payerId: plan.payer.id,
    name: plan.name,
    position: index + 1,
    coordination,
    active,
    totalPaid: paid.includes(null) ? null : toJson(total),
    totalAlone: amount(({ totalAlone }) => totalAlone),
    deductible: amount(({ deductible }) => deductible),
    copay: amount(({ copay }) => copay),
    coinsurance: amount(({ coinsurance }) => coinsurance),
    noncovered: amount(({ noncovered }) => noncovered),
    benefitBalance: balancesOf(likely, index, against),
    steps: stepsOf(likely, { against, inFavour }, paid),
    warnings,
  }
}

/** What the plan pays for each line. */
function paidOf(pairs: readonly Ends[], likely: Ends, payerId: string): (number | null)[] {
  const payment = (result: PassResult, at: number) =>
    result.lines[at]?.payments.find((one) => one.payerId === payerId)?.amount ?? 0
  return likely.against.lines.map((_, at) => knownIn(pairs, (result) => payment(result, at)))
}

function stepsOf(
  likely: Ends,
  { against, inFavour }: PlanEnds,
  paid: (number | null)[],
): PatientCostStep[] {
  const { plan, warnings } = against
  const missing = warnings.filter(({ code }) => gradeOf(code) === 'missing')
  return likely.against.lines.flatMap(({ id }, at) => {
    const own = ofLine(missing, id)[0] ?? missing[0]
    const because = `because what ${plan.name} pays depends on what is missing before.`
    const why = own
      ? `Not known from here on: ${own.message}`
      : `Not known from here on, ${because}`
    const ends = { against: ofLine(against.steps, id), inFavour: ofLine(inFavour.steps, id) }
    return stepsUpTo(ends, paid[at] !== null, why)
  })
}

function balancesOf(likely: Ends, index: number, against: OfPlan): PlanAnswer['benefitBalance'] {
  const stated = against.balances.filter(({ key }) => !key.endsWith(':unknown'))
  return stated.map(({ key, name, level, source }) => {
    const amount = (field: 'before' | 'used' | 'remaining') =>
      // Another way to take the assumptions may do without this balance.
      knownIn([likely], ({ plans }) => {
        const same = plans[index]?.balances.find((other) => other.key === key)
        return same?.[field]
      })
    return {
      name,
      level,
      before: amount('before'),
      used: amount('used'),
      remaining: amount('remaining'),
      source,
    }
  })
}
