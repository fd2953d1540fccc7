import type { Accumulator } from './accumulators.ts'
import type { Benefit } from './benefit.ts'
import { countsOf, costShareOf, orderOf } from './cost-share.ts'
import { inactiveReason, notCovered } from './coverage.ts'
import { describeBenefit } from './describe-benefit.ts'
import { fromJson, usd } from './money.ts'
import { fitOf, fitting, isConditional } from './pick.ts'
import { pickAccumulator } from './pick-accumulator.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'
import type { LineItem } from './request.ts'
import { serviceTypeOfProcedure } from './service-type-of-procedure.ts'

/** Service types that Medicare pays as an inpatient under Part A; everything else is Part B. */
const inpatient = new Set(['42', '45', '47', '48', '49', 'AG'])
const inpatientPlaces = new Set(['21', '31', '34', '51', '61'])

/** Where an answer states both parts of Medicare, the one that pays the line. */
function ofMedicarePart(benefits: readonly Benefit[], line: { serviceType: string; place: string | null }): readonly Benefit[] {
  const partOf = ({ insuranceType, plan }: Benefit) => (insuranceType === 'MA' || /part a\b/i.test(plan ?? '') ? 'A' : insuranceType === 'MB' || /part b\b/i.test(plan ?? '') ? 'B' : null)
  const parts = new Set(benefits.map(partOf))
  if (!parts.has('A') || !parts.has('B')) return benefits
  const other = inpatient.has(line.serviceType) || (line.place !== null && inpatientPlaces.has(line.place)) ? 'B' : 'A'
  return benefits.filter((benefit) => partOf(benefit) !== other)
}

/** A line as this plan sees it: which service type, which side of the network, which statements. */
export function lineOf(plan: Plan, item: LineItem): PlanLine {
  const own = plan.overrides.lines?.find(({ lineItemId }) => lineItemId === item.id)
  const overrides = { ...plan.overrides, ...own }
  const assume: PlanLine['assume'] = (assumption) => plan.assume(assumption, item.id)
  const procedure = item.procedureCode?.toUpperCase() ?? null
  const derived = item.serviceTypeCode || !procedure ? null : serviceTypeOfProcedure(procedure)
  const serviceType = item.serviceTypeCode?.toUpperCase() ?? derived ?? '30'
  const network = overrides.network ?? item.network ?? 'in'
  const question = { procedure, serviceType, place: item.place ?? null, network, messageContains: overrides.benefitMessage ?? null }
  if (plan.benefits.length > 0) {
    if (derived) assume({ code: 'service_type_assumed', message: `Service type ${derived} was taken from the procedure code ${procedure}. Give serviceTypeCode when another one is meant.` })
    else if (serviceType === '30' && !item.serviceTypeCode) assume({ code: 'service_type_unknown', message: 'The line names no service type; the benefits of the whole plan (service type 30) were used.' })
    if (!overrides.network && !item.network) assume({ code: 'network_assumed', message: 'The line does not say whether the provider is in network; in network was assumed.' })
  }
  const candidates = fitting(ofMedicarePart(plan.benefits, question), question, plan.networksStated)
  const money = candidates.filter(({ code }) => 'ABCG'.includes(code))
  if (money.some(({ level }) => level === null)) plan.assume({ code: 'level_assumed', message: 'Statements without a coverage level were read as individual.' })
  if (money.some((benefit) => benefit.network === null)) plan.assume({ code: 'network_unstated', message: 'Statements without a network indicator were read as in network.' })
  return { item, question, overrides, candidates, assume }
}

type Both = { all: Accumulator[]; binding: Accumulator[] }
const aggregateText = /met when (?:the )?family|non-?embedded|aggregate/i

/** Individual and family: embedded, both bind; aggregate, the family's alone. Overrides win over the answer. */
function both(line: PlanLine, code: 'C' | 'G', name: string, individual: number | undefined, family: number | undefined): Both {
  const given = (level: 'individual' | 'family', value: number | undefined): Accumulator | null =>
    value === undefined ? null : { key: `override:${code}:${level}`, code, name, level, remaining: fromJson(value), source: 'Overrides' }
  const pick = (level: 'individual' | 'family') => pickAccumulator(line.candidates, line.question, { code, name }, level, line.assume)
  const own = given('individual', individual) ?? pick('individual')
  const families = given('family', family) ?? pick('family')
  const all = [own, families].flatMap((accumulator) => (accumulator ? [accumulator] : []))
  if (!own && families) line.assume({ code: `${code}_family_only`, message: `Only a family ${name} is stated; it was used for the patient.` })
  const texts = line.candidates.filter((benefit) => benefit.code === code).flatMap(({ messages }) => messages)
  const aggregate = families !== null && (line.overrides.familyAccumulation ?? (texts.some((text) => aggregateText.test(text)) ? 'aggregate' : 'embedded')) === 'aggregate'
  return { all, binding: aggregate ? [families] : all }
}

/** What the plan still pays at most: F with what remains in dollars, of the service or the whole plan. */
function limitsOf({ overrides, candidates, question }: PlanLine): Accumulator[] {
  const name = 'benefit maximum'
  if (overrides.benefitRemaining !== undefined) return [{ key: 'override:F', code: 'F', name, level: 'individual', remaining: fromJson(overrides.benefitRemaining), source: 'Overrides' }]
  const limits = candidates.filter((benefit) => benefit.code === 'F' && benefit.amount !== null && (benefit.period === '29' || benefit.period === '33') && benefit.level !== 'FAM' && !isConditional(benefit))
  return limits
    .filter((benefit) => fitOf(benefit, question) > 1)
    .slice(0, 1)
    .flatMap((benefit) => (benefit.amount ? [{ key: `F:${benefit.index}`, code: 'F' as const, name, level: 'individual' as const, remaining: benefit.amount, source: describeBenefit(benefit) }] : []))
}

/** The rules of the plan for a line. Everything that had to be assumed is said. */
export function rulesOf(plan: Plan, line: PlanLine): LineRules {
  const { overrides, candidates, assume } = line
  const inactive = inactiveReason(plan, line)
  const nothing = { all: [], binding: [] }
  if (inactive) return { inactive, notCovered: null, order: 'after-deductible', orderSource: null, spendDown: [], deductible: nothing, outOfPocket: nothing, copay: null, coinsurance: null, limits: [], counts: new Set() }
  const refusal = notCovered(plan, line)
  if (refusal) return { inactive, notCovered: refusal, order: 'after-deductible', orderSource: null, spendDown: [], deductible: nothing, outOfPocket: nothing, copay: null, coinsurance: null, limits: [], counts: new Set() }
  const { copay, coinsurance, used } = costShareOf(plan, line)
  const { order, source } = orderOf(line, used)
  const waived = order === 'deductible-waived' || order === 'no-charge'
  const deductible = waived ? nothing : both(line, 'C', 'deductible', overrides.deductibleRemaining, overrides.familyDeductibleRemaining)
  const outOfPocket = both(line, 'G', 'out-of-pocket maximum', overrides.outOfPocketRemaining, overrides.familyOutOfPocketRemaining)
  if (plan.benefits.length > 0 && !waived && deductible.all.length === 0) assume({ code: 'deductible_unknown', message: 'The eligibility answer states no deductible for this service; none was applied.' })
  if (plan.benefits.length > 0 && outOfPocket.all.length === 0) assume({ code: 'out_of_pocket_unknown', message: 'The eligibility answer states no out-of-pocket maximum; the patient’s share was not limited.' })
  const spendDown = pickAccumulator(candidates, line.question, { code: 'Y', name: 'spend-down' }, 'individual', assume)
  const containment = candidates.find(({ code, amount }) => code === 'J' && amount?.greaterThan(0))
  if (containment?.amount) assume({ code: 'cost_containment', message: `The plan has a cost-containment amount of ${usd(containment.amount)} (${describeBenefit(containment)}); it was not applied.` })
  return {
    ...{ inactive, notCovered: null, order, orderSource: source, spendDown: spendDown ? [spendDown] : [], deductible, outOfPocket, copay, coinsurance },
    ...{ limits: limitsOf(line), counts: countsOf(line, [...used, ...candidates.filter(({ code }) => code === 'C')]) },
  }
}
