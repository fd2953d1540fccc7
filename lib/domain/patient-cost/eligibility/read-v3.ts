import { z } from 'zod'
import { isStatus, type Assumption, type Benefit, type Eligibility } from './benefit.ts'
import { dateOf, datesOfNames } from '../dates.ts'
import { readAmount, readQuantity, readShare } from './read-value.ts'
import { list, text, texts } from './tolerant.ts'

const entity = z.object({ entityIdentifier: text, entityName: text })
const additional = z.object({ codeListQualifierCode: text, industryCode: text })
const dates = z.record(z.string(), z.unknown()).nullish().catch(null)
const entrySchema = z.object({
  code: text,
  coverageLevelCode: text,
  coverageLevel: text,
  serviceTypeCodes: texts,
  insuranceTypeCode: text,
  planCoverage: text,
  timeQualifierCode: text,
  benefitAmount: text,
  benefitPercent: text,
  quantityQualifierCode: text,
  benefitQuantity: text,
  authOrCertIndicator: text,
  inPlanNetworkIndicatorCode: text,
  inPlanNetworkIndicator: text,
  compositeMedicalProcedureIdentifier: z
    .object({ procedureCode: text, productOrServiceID: text })
    .nullish()
    .catch(null),
  additionalInformation: list(z.object({ description: text })),
  eligibilityAdditionalInformation: additional.nullish().catch(null),
  eligibilityAdditionalInformationList: list(additional),
  benefitsRelatedEntities: list(entity),
  benefitsRelatedEntity: entity.nullish().catch(null),
  benefitsDateInformation: dates,
})
type Entry = z.output<typeof entrySchema>

const answerSchema = z.object({
  benefitsInformation: list(entrySchema),
  planStatus: list(z.object({ statusCode: text, serviceTypeCodes: texts, planDetails: text })),
  payer: z.object({ name: text }).nullish().catch(null),
  errors: list(z.object({ code: text, description: text })),
  planDateInformation: dates,
})

const levelOfWord: Record<string, string> = {
  individual: 'IND',
  family: 'FAM',
  'employee only': 'EMP',
  'employee and spouse': 'ESP',
  'employee and children': 'ECH',
  'children only': 'CHD',
}
const networkOfWord: Record<string, string> = { yes: 'Y', no: 'N', 'not applicable': 'W' }
const networks = new Set(['Y', 'N', 'W'])

/** U states nothing, like a missing indicator. */
export const networkOf = (code: string | null): Benefit['network'] =>
  code !== null && networks.has(code) ? (code as Benefit['network']) : null

function benefitOf(entry: Entry, index: number, assume: (assumption: Assumption) => void): Benefit {
  const procedure =
    entry.compositeMedicalProcedureIdentifier?.procedureCode ??
    entry.compositeMedicalProcedureIdentifier?.productOrServiceID ??
    null
  const other = entry.benefitsRelatedEntity ?? entry.benefitsRelatedEntities[0]
  const places = [
    ...entry.eligibilityAdditionalInformationList,
    ...(entry.eligibilityAdditionalInformation ? [entry.eligibilityAdditionalInformation] : []),
  ]
  return {
    index,
    code: entry.code ?? '',
    level: entry.coverageLevelCode ?? levelOfWord[entry.coverageLevel?.toLowerCase() ?? ''] ?? null,
    serviceTypes: entry.serviceTypeCodes,
    insuranceType: entry.insuranceTypeCode,
    plan: entry.planCoverage,
    period: entry.timeQualifierCode,
    amount: readAmount(entry.benefitAmount, assume),
    share: readShare(entry.benefitPercent, assume),
    quantity: readQuantity(entry.quantityQualifierCode, entry.benefitQuantity),
    authorization: entry.authOrCertIndicator === 'Y',
    network: networkOf(
      entry.inPlanNetworkIndicatorCode ??
        networkOfWord[entry.inPlanNetworkIndicator?.toLowerCase() ?? ''] ??
        null,
    ),
    procedure: procedure ? { from: procedure.toUpperCase(), to: procedure.toUpperCase() } : null,
    places: places.flatMap(({ codeListQualifierCode, industryCode }) =>
      codeListQualifierCode === 'ZZ' && industryCode ? [industryCode] : [],
    ),
    messages: entry.additionalInformation.flatMap(({ description }) =>
      description ? [description] : [],
    ),
    dates: datesOfNames(entry.benefitsDateInformation),
    otherPayer:
      entry.code === 'R'
        ? {
            role: other?.entityIdentifier ?? '',
            name: other?.entityName ?? entry.planCoverage ?? 'another payer',
          }
        : null,
  }
}

/**
 * Whether a JSON value has the shape of Change Healthcare's and Stedi's eligibility answers,
 * version 3.
 */
export const isV3 = (value: object): boolean =>
  'benefitsInformation' in value || 'planStatus' in value

/** Reads the version 3 JSON: benefitsInformation[] holds EB01 to EB13 by name. */
export function readV3(value: object): Eligibility {
  const answer = answerSchema.parse(value)
  const assumptions: Assumption[] = []
  const assume = (assumption: Assumption) => void assumptions.push(assumption)
  const benefits = answer.benefitsInformation.map((entry, index) => benefitOf(entry, index, assume))
  // planStatus is the older place of the status; some payers fill only this field.
  const stated = benefits.some(isStatus)
  const statuses = stated
    ? []
    : answer.planStatus.map(({ statusCode, serviceTypeCodes, planDetails }) => ({
        code: statusCode,
        serviceTypeCodes,
        planCoverage: planDetails,
      }))
  benefits.push(
    ...statuses.map((status, index) =>
      benefitOf(entrySchema.parse(status), benefits.length + index, assume),
    ),
  )
  const rejections = answer.errors.map(({ code, description }) => ({
    code: code ?? '',
    message: description ?? 'no reason given',
  }))
  const { service } = answer.planDateInformation ?? {}
  return {
    shape: 'v3',
    payerName: answer.payer?.name ?? null,
    benefits,
    rejections,
    assumptions,
    dates: datesOfNames(answer.planDateInformation),
    // The date about which the payer was asked; version 3 names no other.
    answeredOn: typeof service === 'string' ? dateOf(service.slice(0, 8)) : null,
  }
}
