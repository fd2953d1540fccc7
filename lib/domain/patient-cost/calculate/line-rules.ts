import type { Accumulator } from './accumulators.ts'
import type { Benefit } from '../eligibility/benefit.ts'
import { costShareOf, countsOf, statedOrder, type CostShares } from './cost-share.ts'
import { inactiveReason, isOutsideUnstated, notCovered } from './coverage.ts'
import { contains } from '../dates.ts'
import { describeBenefit } from '../eligibility/describe-benefit.ts'
import { fromJson, usd } from '../money.ts'
import { fitOf, isConditional } from './pick.ts'
import { accumulatorOf, statedAt, type Level, type Names, type Stated } from './pick-accumulator.ts'
import type { Both, LineRules, Plan, PlanLine } from './plan.ts'
import { memoize } from './memoize.ts'

/** Says that an amount is stated for other dates only. Accumulators say so by themselves. */
function describeDates({ assume }: PlanLine, { dateOfService }: Plan, used: Benefit[]): void {
  for (const benefit of used) {
    const span = benefit.dates.benefit ?? benefit.dates.plan ?? benefit.dates.service
    if (span && !contains(span, dateOfService))
      assume({
        code: 'benefit_of_other_dates',
        message:
          `${describeBenefit(benefit)} is stated for ${span.from ?? '…'} to ${span.to ?? '…'}, ` +
          `and the date of service is ${dateOfService}; it was taken to hold then as well.`,
      })
  }
}

const aggregateText = /met when (?:the )?family|non-?embedded|aggregate/i

type Given = { individual: number | undefined; family: number | undefined; planName: string | null }

/**
 * Individual and family: embedded, both bind; aggregate, the family's alone. Overrides win over the
 * answer. A level that the plan does not have does not bind.
 */
function both(plan: Plan, line: PlanLine, names: Names, given: Given): Both {
  const { code, name } = names
  const { planName } = given
  const read = (level: Level): Stated =>
    given[level] === undefined
      ? statedAt(plan, line, { names, level, planName })
      : { kind: 'nothing' }
  const stated = { individual: read('individual'), family: read('family') }
  const waives = (one: Stated) =>
    code === 'C' && 'benefit' in one && fitOf(one.benefit, line.question) > 1 && isNothing(one)
  // $0 for the service waives it for the service, unless the family's is stated for the service.
  const asks = (one: Stated) =>
    'remaining' in one && one.remaining.greaterThan(0) && fitOf(one.benefit, line.question) > 1
  if (waives(stated.individual) && !asks(stated.family)) return nothing
  const left = (level: Level): boolean => {
    const value = given[level]
    const said = stated[level]
    return value === undefined ? 'remaining' in said && said.remaining.greaterThan(0) : value > 0
  }
  const at = (level: Level): Accumulator | null => {
    const value = given[level]
    if (value === undefined) {
      const others = left(level === 'family' ? 'individual' : 'family')
      return accumulatorOf(stated[level], plan, line, { names, level, others })
    }
    const remaining = fromJson(value)
    return { key: `override:${code}:${level}`, code, name, level, remaining, source: 'Overrides' }
  }
  const own = at('individual')
  const families = at('family')
  const all = [own, families].flatMap((accumulator) => (accumulator ? [accumulator] : []))
  if (!own && families)
    line.assume({
      code: `${code}_family_only`,
      message: `Only a family ${name} is stated; it was used for the patient.`,
    })
  const isAggregate = (benefit: Benefit) =>
    benefit.code === code && benefit.messages.some((text) => aggregateText.test(text))
  const stands = memoize(line, `aggregate ${code}`, () => line.candidates.some(isAggregate))
  const accumulation = line.overrides.familyAccumulation ?? (stands ? 'aggregate' : 'embedded')
  const aggregate = families !== null && accumulation === 'aggregate'
  const said = all.length > 0 || stated.individual.kind !== 'nothing'
  return { all, binding: aggregate ? [families] : all, said }
}

const isNothing = ({ kind }: Stated): boolean => kind === 'none' || kind === 'bare-zero'

/** What the plan still pays at most for the service: F with what remains in dollars. */
function limitsOf(line: PlanLine): Accumulator[] {
  const { overrides, candidates, question } = line
  const name = 'benefit maximum'
  if (overrides.benefitRemaining !== undefined)
    return [
      {
        key: 'override:F',
        code: 'F',
        name,
        level: 'individual',
        remaining: fromJson(overrides.benefitRemaining),
        source: 'Overrides',
      },
    ]
  const limits = memoize(line, 'limits', () =>
    candidates.filter(
      (benefit) =>
        benefit.code === 'F' &&
        benefit.amount !== null &&
        (benefit.period === '29' || benefit.period === '33') &&
        benefit.level !== 'FAM' &&
        !isConditional(benefit) &&
        fitOf(benefit, question) > 1,
    ),
  )
  return limits.slice(0, 1).flatMap((benefit) =>
    benefit.amount
      ? [
          {
            key: `F:${benefit.index}`,
            code: 'F' as const,
            name,
            level: 'individual' as const,
            remaining: benefit.amount,
            source: describeBenefit(benefit),
          },
        ]
      : [],
  )
}

type Ordered = { order: LineRules['order']; source: string | null }

/**
 * Whether the deductible comes before a copay, where no text says so. A copay that is stated for
 * the service is what the visit costs: a deductible that is stated for the whole plan alone does
 * not come on top of it. Beside a coinsurance, or where the copay is the whole plan's, it does.
 */
function orderBeside(plan: Plan, line: PlanLine, shares: CostShares, deductible: Both): Ordered {
  const { question, candidates, assume } = line
  const after: Ordered = { order: 'after-deductible', source: null }
  const ofService = (benefit: Benefit) => fitOf(benefit, question) > 1
  const own = memoize(line, 'own deductible', () =>
    candidates.some((benefit) => benefit.code === 'C' && ofService(benefit)),
  )
  // The copay that is missing may be what the service costs.
  if (shares.maybeCopay && !own) return { order: 'deductible-waived', source: null }
  const copay = shares.used.find(({ code }) => code === 'B')
  const isLeft = deductible.binding.every(({ remaining }) => remaining.greaterThan(0))
  if (!copay?.amount?.greaterThan(0) || deductible.all.length === 0 || !isLeft) return after
  if (own) return after
  const source = `${describeBenefit(copay)}; no deductible is stated for the service`
  const waived: Ordered = { order: 'deductible-waived', source }
  const alone = ofService(copay) && !shares.coinsurance?.share.greaterThan(0)
  const said =
    'The eligibility answer states a copay and a deductible of the plan, and not whether the ' +
    'deductible comes first. '
  const choose = 'Set overrides.costShareOrder to decide it.'
  if (alone)
    assume({
      code: 'copay_without_deductible',
      message: `${said}The copay alone was taken, as it is stated for the service. ${choose}`,
    })
  else
    assume({
      code: 'copay_after_deductible',
      message: `${said}The deductible was taken first. ${choose}`,
    })
  return plan.pass.assumed({ likely: alone ? waived : after, lowest: waived, highest: after })
}

const nothing: Both = { all: [], binding: [], said: true }
const noRules: LineRules = {
  inactive: null,
  notCovered: null,
  order: 'after-deductible',
  orderSource: null,
  spendDown: [],
  limits: [],
  counts: new Set(),
  deductible: nothing,
  outOfPocket: nothing,
  copay: null,
  coinsurance: null,
}

const isWaived = (order: LineRules['order']): boolean =>
  order === 'deductible-waived' || order === 'no-charge'

/** The rules of the plan for a line. It records every assumption. */
export function rulesOf(plan: Plan, line: PlanLine): LineRules {
  const inactive = inactiveReason(plan, line)
  if (inactive) return { ...noRules, inactive }
  const refusal = notCovered(plan, line)
  if (refusal) return { ...noRules, notCovered: refusal }
  const asksNothing: LineRules = { ...noRules, order: 'no-charge' }
  if (isOutsideUnstated(plan, line)) {
    const why = { why: 'the answer states no out-of-network benefit', source: null }
    const refused: LineRules = { ...noRules, notCovered: why }
    return plan.pass.assumed({ likely: refused, lowest: asksNothing, highest: refused })
  }
  if (isUnnamed(line) && plan.pass.unknown({ lowest: true, highest: false })) return asksNothing
  return costRulesOf(plan, line)
}

/** The rules for a line that the plan covers. */
function costRulesOf(plan: Plan, line: PlanLine): LineRules {
  const { overrides } = line
  const shares = costShareOf(plan, line)
  const { copay, coinsurance, used } = shares
  describeDates(line, plan, used)
  describeUnmatched(plan, line)
  const planName = used.find((benefit) => benefit.plan !== null)?.plan ?? null
  const stated = statedOrder(line, used)
  const deductibleNames: Names = { code: 'C', name: 'deductible' }
  const asked =
    stated && isWaived(stated.order)
      ? nothing
      : both(plan, line, deductibleNames, {
          individual: overrides.deductibleRemaining,
          family: overrides.familyDeductibleRemaining,
          planName,
        })
  const { order, source } = stated ?? orderBeside(plan, line, shares, asked)
  const deductible = isWaived(order) ? nothing : asked
  const outOfPocketNames: Names = { code: 'G', name: 'out-of-pocket maximum' }
  const outOfPocket = both(plan, line, outOfPocketNames, {
    individual: overrides.outOfPocketRemaining,
    family: overrides.familyOutOfPocketRemaining,
    planName,
  })
  describeUnknown(line, order, { deductible, outOfPocket })
  const spendDown = spendDownOf(plan, line, planName)
  describeContainment(line)
  return {
    inactive: null,
    notCovered: null,
    order,
    orderSource: source,
    spendDown,
    deductible,
    outOfPocket,
    copay,
    coinsurance,
    limits: limitsOf(line),
    counts: countsOf(line, used),
  }
}

function describeUnknown(
  { assume }: PlanLine,
  order: LineRules['order'],
  { deductible, outOfPocket }: Pick<LineRules, 'deductible' | 'outOfPocket'>,
): void {
  if (!isWaived(order) && !deductible.said)
    assume({
      code: 'deductible_unknown',
      message: 'No deductible is stated for this service; none was applied.',
    })
  if (order !== 'no-charge' && outOfPocket.all.length === 0)
    assume({
      code: 'out_of_pocket_unknown',
      message: 'No out-of-pocket maximum is stated; the patient’s share was not limited.',
    })
}

function describeContainment(line: PlanLine): void {
  const containment = memoize(line, 'containment', () =>
    line.candidates.find(({ code, amount }) => code === 'J' && amount?.greaterThan(0)),
  )
  if (containment?.amount)
    line.assume({
      code: 'cost_containment',
      message:
        `The plan has a cost-containment amount of ${usd(containment.amount)} ` +
        `(${describeBenefit(containment)}); it was not applied.`,
    })
}

/** A line of which only the charge is known is any of the services that the answer states. */
function isUnnamed({ serviceUnknown, overrides, assume }: PlanLine): boolean {
  if (!serviceUnknown || overrides.copay !== undefined || overrides.coinsurance !== undefined)
    return false
  assume({
    code: 'service_type_unknown',
    message:
      'The line names neither a procedure nor a service type, and the payer states the benefits ' +
      'of single services. Give procedureCode or serviceTypeCode.',
  })
  return true
}

function spendDownOf(plan: Plan, line: PlanLine, planName: string | null): Accumulator[] {
  const names: Names = { code: 'Y', name: 'spend-down' }
  const stated = statedAt(plan, line, { names, level: 'individual', planName })
  const found = accumulatorOf(stated, plan, line, { names, level: 'individual', others: false })
  return found ? [found] : []
}

/** A text that was asked for and stands nowhere chose nothing. */
function describeUnmatched({ benefits }: Plan, { candidates, question, assume }: PlanLine): void {
  const wanted = question.messageContains
  if (wanted === null || benefits.length === 0) return
  const has = ({ messages }: Benefit) =>
    messages.some((message) => message.toLowerCase().includes(wanted.toLowerCase()))
  if (!candidates.some(has))
    assume({
      code: 'benefit_message_unmatched',
      message: `No statement for this service has the text "${wanted}" (overrides.benefitMessage).`,
    })
}
