import { isActive, isStatus, type Benefit } from '../eligibility/benefit.ts'
import { contains } from '../dates.ts'
import { fitAnywhere, fitOf, fitting, networkFit, type Question } from './pick.ts'
import type { Plan, PlanLine, SpecialPlans, Stated } from './plan.ts'
import type { LineItem } from '../request.ts'
import { practiceOf } from './service-type-of-procedure.ts'

/** Service types that Medicare pays as an inpatient under Part A; everything else is Part B. */
const inpatient = new Set(['42', '45', '47', '48', '49', 'AG'])
const inpatientPlaces = new Set(['21', '31', '34', '51', '61'])

/** Where an answer states both parts of Medicare, the one that pays the line. */
function ofMedicarePart(
  benefits: readonly Benefit[],
  { serviceTypes, place }: Question,
): readonly Benefit[] {
  const partOf = ({ insuranceType, plan }: Benefit) => {
    if (insuranceType === 'MA' || /part a\b/i.test(plan ?? '')) return 'A'
    return insuranceType === 'MB' || /part b\b/i.test(plan ?? '') ? 'B' : null
  }
  const parts = new Set(benefits.map(partOf))
  if (!parts.has('A') || !parts.has('B')) return benefits
  const [own = '30'] = serviceTypes
  const stays = inpatient.has(own) || (place !== null && inpatientPlaces.has(place))
  const other = stays ? 'B' : 'A'
  return benefits.filter((benefit) => partOf(benefit) !== other)
}

/** Plans for one kind of service alone: their names (EB05), and the service types of the kind. */
type Kind = { name: RegExp; serviceTypes: ReadonlySet<string> }
const kinds: Kind[] = [
  { name: /\b(?:vision|eye(?:care)?|optical)\b/i, serviceTypes: new Set(['AL', 'AM', 'AN', 'AO']) },
  {
    name: /\b(?:dental|dentist)\b/i,
    serviceTypes: new Set([
      '23',
      '24',
      '25',
      '26',
      '27',
      '28',
      '35',
      '36',
      '37',
      '38',
      '39',
      '40',
      '41',
    ]),
  },
  {
    name: /\b(?:rx|drugs?|pharmacy|prescriptions?)\b/i,
    serviceTypes: new Set(['88', '89', '90', '91', '92']),
  },
]
const wholeMedical = /\b(?:medical|health|hospital|major)\b/i

/**
 * The plans of an answer (EB05) that are for one kind of service alone, with the service types of
 * that kind: by their names, or by what their statuses (EB01 1 to 5) are for.
 */
export function specialPlansOf(benefits: readonly Benefit[]): SpecialPlans {
  const covered = new Map<string, Set<string>>()
  for (const benefit of benefits) {
    const { plan, serviceTypes } = benefit
    if (plan === null) continue
    const types = covered.get(plan) ?? new Set()
    if (isActive(benefit)) for (const type of serviceTypes) types.add(type)
    covered.set(plan, types)
  }
  const special: SpecialPlans = new Map()
  for (const [plan, types] of covered) {
    const isNamed = (kind: Kind) => kind.name.test(plan) && !wholeMedical.test(plan)
    const holdsAll = (kind: Kind) =>
      types.size > 0 && [...types].every((type) => kind.serviceTypes.has(type))
    const kind = kinds.find((one) => isNamed(one) || holdsAll(one))
    if (kind) special.set(plan, kind.serviceTypes)
  }
  return special
}

/** Whether a statement belongs to a plan that has nothing to do with the service: a vision plan. */
function ofOtherPlan(
  { plan }: Benefit,
  special: SpecialPlans,
  { serviceTypes }: Question,
): boolean {
  const types = plan === null ? undefined : special.get(plan)
  return types !== undefined && !serviceTypes.some((type) => types.has(type))
}

/** Removes statements for other dates when the answer states the same for the date of service. */
export function withoutOtherDates(
  benefits: readonly Benefit[],
  dateOfService: string,
): readonly Benefit[] {
  const spanOf = ({ dates }: Benefit) => dates.benefit ?? dates.plan ?? dates.service ?? null
  const isOther = (benefit: Benefit) => {
    const span = spanOf(benefit)
    return span !== null && !contains(span, dateOfService)
  }
  const about = ({ code, level, network, serviceTypes, procedure, period }: Benefit) =>
    JSON.stringify([code, level, network, serviceTypes, procedure, period])
  const current = new Set(benefits.filter((benefit) => !isOther(benefit)).map(about))
  // Coverage has its own rule for dates.
  return benefits.filter(
    (benefit) => !isOther(benefit) || isStatus(benefit) || !current.has(about(benefit)),
  )
}

/** The statements that speak of a question: the same for every pass and every line that asks it. */
function lookUp(plan: Plan, question: Question, key: string): Stated {
  const { benefits, networksStated, special, known } = plan
  const before = known.get(key)
  if (before) return before
  const ofPart = ofMedicarePart(benefits, question)
  const all = fitting(ofPart, question, networksStated)
  const isForeign = (benefit: Benefit) => ofOtherPlan(benefit, special, question)
  const rest = all.filter((benefit) => !isForeign(benefit))
  const foreign = rest.some(isCostShare)
    ? all.filter((one) => isCostShare(one) && isForeign(one))
    : []
  const isElsewhere = (benefit: Benefit) =>
    (benefit.code === 'A' || benefit.code === 'B') &&
    fitOf(benefit, question) === 0 &&
    fitAnywhere(benefit, question) > 0 &&
    networkFit(benefit, question.network, networksStated) > 0
  const candidates = rest.some(isCostShare) ? rest : all
  const money = candidates.filter(isCostShare)
  const found: Stated = {
    candidates,
    elsewhere: ofPart.filter(isElsewhere),
    levelUnsaid: money.some(({ level }) => level === null),
    networkUnsaid: money.some(({ network }) => network === null),
    memory: new Map(),
    ofService: ofPart.some(isOfService),
    otherPlans: [...new Set(foreign.flatMap(({ plan: name }) => name ?? []))],
  }
  known.set(key, found)
  return found
}

const isCostShare = ({ code }: Benefit): boolean => 'ABCG'.includes(code)

const isOfService = ({ code, serviceTypes, procedure }: Benefit): boolean =>
  (code === 'A' || code === 'B' || code === 'C') &&
  (procedure !== null || (serviceTypes.length > 0 && !serviceTypes.includes('30')))

/**
 * A line as this plan sees it: which service types, which place, which side of the network, which
 * statements. `allowed` is what the plan allows for it.
 */
export function lineOf(plan: Plan, item: LineItem, allowed: PlanLine['allowed']): PlanLine {
  const own = plan.overrides.lines?.find(({ lineItemId }) => lineItemId === item.id)
  const overrides = { ...plan.overrides, ...own }
  const procedure = item.procedureCode?.toUpperCase() ?? null
  const practice = practiceOf(procedure, item.serviceTypeCode?.toUpperCase() ?? null)
  const placeAssumed = item.place === undefined && (practice?.office ?? false)
  const question: Question = {
    procedure,
    serviceTypes: practice?.serviceTypes ?? ['30'],
    place: item.place ?? (placeAssumed ? '11' : null),
    network: overrides.network ?? item.network ?? 'in',
    messageContains: overrides.benefitMessage ?? null,
  }
  const unnamed = !practice && procedure === null
  const assume: PlanLine['assume'] = (assumption) => plan.assume(assumption, item.id)
  if (plan.benefits.length > 0) {
    describeServiceType(item, question, practice !== null, assume)
    if (!overrides.network) describeNetwork(item, assume)
  }
  const found = lookUp(plan, question, JSON.stringify([question, placeAssumed, unnamed]))
  describeFound(found, plan, assume)
  return {
    item,
    question,
    overrides,
    candidates: found.candidates,
    elsewhere: found.elsewhere,
    placeAssumed,
    serviceUnknown: unnamed && found.ofService,
    allowed,
    assume,
    memory: found.memory,
  }
}

function describeServiceType(
  { serviceTypeCode }: LineItem,
  { procedure, serviceTypes }: Question,
  isPractice: boolean,
  assume: PlanLine['assume'],
): void {
  const [type] = serviceTypes
  if (serviceTypeCode) return
  if (isPractice)
    assume({
      code: 'service_type_assumed',
      message:
        `Service type ${type} was taken from the procedure code ${procedure}. ` +
        'Give serviceTypeCode when another one is meant.',
    })
  else
    assume({
      code: 'whole_plan_assumed',
      message:
        'The line names no service type; the benefits of the whole plan (service type 30) ' +
        'were used. Give serviceTypeCode.',
    })
}

function describeNetwork({ network }: LineItem, assume: PlanLine['assume']): void {
  if (!network)
    assume({
      code: 'network_assumed',
      message: 'The line does not say whether the provider is in network; in network was assumed.',
    })
}

function describeFound(found: Stated, plan: Plan, assume: PlanLine['assume']): void {
  if (found.otherPlans.length > 0)
    assume({
      code: 'other_plan_ignored',
      message:
        `What the answer states of ${found.otherPlans.slice(0, 5).join(', ')} belongs to ` +
        'another plan; it was not used.',
    })
  if (found.levelUnsaid)
    plan.assume({
      code: 'level_assumed',
      message: 'Statements without a coverage level were read as individual.',
    })
  if (found.networkUnsaid)
    plan.assume({
      code: 'network_unstated',
      message: 'Statements without a network indicator were read as in network.',
    })
}
