import type { EligibilityInquiry } from '#lib/domain/provider/eligibility-inquiry'

const compact = (date: string) => date.replaceAll('-', '')

function systemOf(procedure: string): 'CDT' | 'CPT' | 'HCPCS' {
  if (/^D\d{4}$/i.test(procedure)) return 'CDT'
  return /^\d{4}[0-9A-Z]$/i.test(procedure) ? 'CPT' : 'HCPCS'
}

/** Qualifiers of X12 EB13-1 and EQ02-1. */
const qualifiers = { CDT: 'AD', CPT: 'CJ', HCPCS: 'HC' } as const
const relations = { spouse: 'SPOUSE', child: 'CHILD', other: 'OTHER_ADULT' } as const
const individualRelations = { spouse: '01', child: '19', other: '34' } as const

/** POST /2026-06-01/eligibility-check. Required: payerId, provider, subscriber. */
export function plansRequest({
  payerId,
  provider,
  subscriber,
  dependent,
  serviceTypeCodes,
  procedureCode,
  dateOfService,
}: EligibilityInquiry): Record<string, unknown> {
  const person = (firstName: string | undefined, lastName: string | undefined) => ({
    person: { ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) },
  })
  return {
    payerId,
    provider: {
      npi: provider.npi,
      name: provider.organizationName
        ? { organization: provider.organizationName }
        : person(provider.firstName, provider.lastName),
    },
    subscriber: {
      memberId: subscriber.memberId,
      ...(subscriber.lastName || subscriber.firstName
        ? { name: person(subscriber.firstName, subscriber.lastName) }
        : {}),
      ...(subscriber.dateOfBirth ? { dateOfBirth: subscriber.dateOfBirth } : {}),
    },
    ...(dependent
      ? {
          dependent: {
            name: person(dependent.firstName, dependent.lastName),
            relationToSubscriber: relations[dependent.relationship],
            ...(dependent.dateOfBirth ? { dateOfBirth: dependent.dateOfBirth } : {}),
          },
        }
      : {}),
    encounter: {
      services: procedureCode
        ? [{ system: systemOf(procedureCode), value: procedureCode.toUpperCase() }]
        : serviceTypeCodes.map((value) => ({ system: 'STC', value })),
      ...(dateOfService ? { dates: { service: { start: dateOfService } } } : {}),
    },
  }
}

/**
 * POST /2024-04-01/change/medicalnetwork/eligibility/v3. Dates as YYYYMMDD, one dependent at most.
 */
export function v3Request(
  {
    payerId,
    provider,
    subscriber,
    dependent,
    serviceTypeCodes,
    procedureCode,
    dateOfService,
  }: EligibilityInquiry,
  controlNumber: string,
): Record<string, unknown> {
  const born = (dateOfBirth: string | undefined) =>
    dateOfBirth ? { dateOfBirth: compact(dateOfBirth) } : {}
  return {
    controlNumber,
    tradingPartnerServiceId: payerId,
    provider: {
      npi: provider.npi,
      ...(provider.organizationName
        ? { organizationName: provider.organizationName }
        : { firstName: provider.firstName, lastName: provider.lastName }),
    },
    subscriber: {
      memberId: subscriber.memberId,
      ...(subscriber.firstName ? { firstName: subscriber.firstName } : {}),
      ...(subscriber.lastName ? { lastName: subscriber.lastName } : {}),
      ...born(subscriber.dateOfBirth),
    },
    ...(dependent
      ? {
          dependents: [
            {
              firstName: dependent.firstName,
              lastName: dependent.lastName,
              individualRelationshipCode: individualRelations[dependent.relationship],
              ...born(dependent.dateOfBirth),
            },
          ],
        }
      : {}),
    encounter: {
      ...(procedureCode
        ? {
            medicalProcedures: [
              {
                productOrServiceIDQualifier: qualifiers[systemOf(procedureCode)],
                procedureCode: procedureCode.toUpperCase(),
              },
            ],
          }
        : { serviceTypeCodes }),
      ...(dateOfService ? { dateOfService: compact(dateOfService) } : {}),
    },
  }
}
