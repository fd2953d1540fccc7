import { z } from 'zod'
import type { Assumption, Benefit, Eligibility } from './benefit.ts'
import { datesOfNames } from '../dates.ts'
import { readAmount, readQuantity, readShare } from './read-value.ts'
import { list, text, texts } from './tolerant.ts'

const code = z.object({ value: text }).nullish().catch(null)

/** Each date by its name: a text, or its start and end. */
const dates = z
  .record(z.string(), z.unknown())
  .nullish()
  .catch(null)
  .transform((named) => datesOfNames(flattened(named ?? {})))
const spanSchema = z.object({ start: text, end: text })

/** `{ plan: { start, end } }` as `{ planBegin, planEnd }`. */
function flattened(named: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(named).flatMap(([name, value]): [string, unknown][] => {
    const span = spanSchema.safeParse(value)
    return span.success
      ? [
          [`${name}Begin`, span.data.start],
          [`${name}End`, span.data.end],
        ]
      : [[name, value]]
  })
  return Object.fromEntries(entries)
}

const entrySchema = z.object({
  coverageLevel: text,
  insuranceType: text,
  network: z.object({ indicator: text }).nullish().catch(null),
  priorAuthIndicator: text,
  service: z
    .object({
      system: text,
      value: text,
      range: z.object({ start: code, end: code }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
  messages: texts,
  placesOfService: list(z.object({ code: text })),
  planCoverageDescription: text,
  timePeriod: text,
  amount: text,
  percent: text,
  quantity: z.object({ qualifier: text, value: text }).nullish().catch(null),
  status: text,
  dates,
  relatedEntities: list(
    z.object({ type: text, name: z.object({ organization: text }).nullish().catch(null) }),
  ),
})
type Entry = z.output<typeof entrySchema>

/** The categories of `benefits` that the calculation reads, by EB01. */
const codeOfCategory = {
  statuses: '1',
  coInsurance: 'A',
  coPayment: 'B',
  deductible: 'C',
  exclusions: 'E',
  limitations: 'F',
  outOfPocket: 'G',
  nonCovered: 'I',
  costContainment: 'J',
  otherOrAdditionalPayer: 'R',
  cannotProcess: 'V',
  spendDown: 'Y',
} as const
const categories = Object.keys(codeOfCategory) as (keyof typeof codeOfCategory)[]

const answerSchema = z.object({
  plans: list(
    z.object({
      name: text,
      dates,
      benefits: z
        .object(Object.fromEntries(categories.map((category) => [category, list(entrySchema)])))
        .nullish()
        .catch(null),
    }),
  ),
  payer: z
    .object({ name: z.object({ organization: text }).nullish().catch(null) })
    .nullish()
    .catch(null),
  errors: list(z.object({ code: text, description: text })),
})

const statusCodes: Record<string, string> = {
  ACTIVE_COVERAGE: '1',
  ACTIVE_FULL_RISK_CAPITATION: '2',
  ACTIVE_SERVICES_CAPITATED: '3',
  ACTIVE_SERVICES_CAPITATED_TO_PRIMARY_CARE_PROVIDER: '4',
  ACTIVE_PENDING_INVESTIGATION: '5',
  INACTIVE: '6',
  INACTIVE_PENDING_ELIGIBILITY_UPDATE: '7',
  INACTIVE_PENDING_INVESTIGATION: '8',
}
const levelCodes: Record<string, string> = {
  CHILDREN_ONLY: 'CHD',
  DEPENDENTS_ONLY: 'DEP',
  EMPLOYEE_AND_CHILDREN: 'ECH',
  EMPLOYEE_ONLY: 'EMP',
  EMPLOYEE_AND_SPOUSE: 'ESP',
  FAMILY: 'FAM',
  INDIVIDUAL: 'IND',
  SPOUSE_AND_CHILDREN: 'SPC',
  SPOUSE_ONLY: 'SPO',
}
const networkCodes: Record<string, Benefit['network']> = {
  IN_NETWORK: 'Y',
  OUT_OF_NETWORK: 'N',
  IN_AND_OUT_OF_NETWORK: 'W',
}
const periodCodes: Record<string, string> = {
  HOUR: '6',
  DAY: '7',
  '24_HOURS': '13',
  YEARS: '21',
  SERVICE_YEAR: '22',
  CALENDAR_YEAR: '23',
  YEAR_TO_DATE: '24',
  CONTRACT: '25',
  EPISODE: '26',
  VISIT: '27',
  OUTLIER: '28',
  REMAINING: '29',
  EXCEEDED: '30',
  NOT_EXCEEDED: '31',
  LIFETIME: '32',
  LIFETIME_REMAINING: '33',
  MONTH: '34',
  WEEK: '35',
  ADMISSION: '36',
}
/** Only the types that the calculation distinguishes. */
const insuranceCodes: Record<string, string> = {
  MEDICARE_PART_A: 'MA',
  MEDICARE_PART_B: 'MB',
  MEDICAID: 'MC',
  QUALIFIED_MEDICARE_BENEFICIARY: 'QM',
  MEDICARE_PRIMARY: 'MP',
}
const quantityCodes: Record<string, string> = {
  VISITS: 'VS',
  DAYS: 'DY',
  UNITS: 'UN',
  HOURS: 'HS',
  YEARS: 'YY',
  MONTH: 'MO',
}

const wordOf = (codes: Record<string, string>, word: string | null): string | null =>
  codes[word ?? ''] ?? null

function procedureOf(service: Entry['service']): Benefit['procedure'] {
  if (!service || service.system === 'STC') return null
  const from = service.value ?? service.range?.start?.value ?? null
  const to = service.value ?? service.range?.end?.value ?? from
  return from !== null && to !== null ? { from: from.toUpperCase(), to: to.toUpperCase() } : null
}

function benefitOf(
  entry: Entry,
  category: keyof typeof codeOfCategory,
  plan: string | null,
  assume: (assumption: Assumption) => void,
): Omit<Benefit, 'index'> {
  const stc = entry.service?.system === 'STC' ? entry.service.value : null
  const { quantity } = entry
  const [other] = entry.relatedEntities
  return {
    code:
      category === 'statuses'
        ? (wordOf(statusCodes, entry.status) ?? '')
        : codeOfCategory[category],
    level: wordOf(levelCodes, entry.coverageLevel),
    serviceTypes: stc === null ? [] : [stc],
    insuranceType: wordOf(insuranceCodes, entry.insuranceType) ?? entry.insuranceType,
    plan: plan ?? entry.planCoverageDescription,
    period: wordOf(periodCodes, entry.timePeriod),
    amount: readAmount(entry.amount, assume),
    share: readShare(entry.percent, assume),
    quantity: quantity
      ? readQuantity(wordOf(quantityCodes, quantity.qualifier), quantity.value)
      : null,
    authorization: entry.priorAuthIndicator === 'REQUIRED',
    network: entry.network?.indicator ? (networkCodes[entry.network.indicator] ?? null) : null,
    procedure: procedureOf(entry.service),
    places: entry.placesOfService.flatMap((place) => (place.code ? [place.code] : [])),
    messages: entry.messages,
    dates: entry.dates,
    otherPayer:
      category === 'otherOrAdditionalPayer'
        ? { role: other?.type ?? '', name: other?.name?.organization ?? 'another payer' }
        : null,
  }
}

/** Whether a JSON value has the format of Stedi's eligibility answers of 2026-06-01. */
export const isPlans = (value: object): boolean => 'plans' in value

/**
 * Reads Stedi's JSON of 2026-06-01: plans[].benefits by category, with words in place of codes. Of
 * several plans the first active one counts.
 */
export function readPlans(value: object): Eligibility {
  const answer = answerSchema.parse(value)
  const assumptions: Assumption[] = []
  const assume = (assumption: Assumption) => void assumptions.push(assumption)
  const isActive = ({ benefits }: (typeof answer.plans)[number]) =>
    (benefits?.['statuses'] ?? []).some(({ status }) => status?.startsWith('ACTIVE'))
  const plan = answer.plans.find(isActive) ?? answer.plans[0]
  if (answer.plans.length > 1)
    assume({
      code: 'several_plans',
      message:
        `The eligibility answer has ${answer.plans.length} plans; ` +
        `"${plan?.name ?? 'the first active one'}" was used. Hand in the one that counts when ` +
        'it is another.',
    })
  const read = categories.flatMap((category) =>
    (plan?.benefits?.[category] ?? []).map((entry) =>
      benefitOf(entry, category, plan?.name ?? null, assume),
    ),
  )
  const benefits = read.map((benefit, index) => Object.assign(benefit, { index }))
  const rejections = answer.errors.map(({ code: errorCode, description }) => ({
    code: errorCode ?? '',
    message: description ?? 'no reason given',
  }))
  const payerName = answer.payer?.name?.organization ?? null
  return {
    shape: 'plans',
    payerName,
    benefits,
    rejections,
    assumptions,
    dates: plan?.dates ?? {},
    answeredOn: null,
  }
}
