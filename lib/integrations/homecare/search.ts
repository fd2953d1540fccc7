import { ApiError } from '#lib/domain/api-error'
import type { HomecarePatient, PatientSearch } from './port.ts'

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function matches(patient: HomecarePatient, search: PatientSearch): boolean {
  if (search.deleteFlag && patient.deleted !== (search.deleteFlag === 'Y')) return false
  if (search.prospectFlag && patient.prospect !== (search.prospectFlag === 'Y')) return false
  if (search.nonProspectFlag && patient.prospect === (search.nonProspectFlag === 'Y')) return false
  if (
    search.dispositionFilter &&
    folded(patient.disposition ?? '') !== folded(search.dispositionFilter)
  )
    return false
  if (search.facilityId && patient.facilityId !== search.facilityId) return false
  return !search.name || folded(patient.name).includes(folded(search.name))
}

/**
 * The flags, filters and order of a search (specification 2.9) on a list of patients. Throws 400
 * for a sort field that patients do not have.
 */
export function selectPatients(
  patients: HomecarePatient[],
  search: PatientSearch,
): HomecarePatient[] {
  const found = patients.filter((patient) => matches(patient, search))
  if (!search.sort) return found
  const descending = search.sort.startsWith('-')
  const field = descending ? search.sort.slice(1) : search.sort
  const known = new Set([
    'id',
    'name',
    'birthDate',
    'disposition',
    'facilityId',
    'prospect',
    'deleted',
    ...patients.flatMap((patient) => Object.keys(patient)),
  ])
  if (!known.has(field))
    throw ApiError.invalid([
      {
        path: 'sort',
        message: `Patients have no field "${field}" to sort by. They have: ${[...known].join(', ')}.`,
      },
    ])
  const order = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  const text = (patient: HomecarePatient) => String(patient[field] ?? '')
  return found.toSorted(
    (one, other) =>
      (descending ? -1 : 1) * order.compare(text(one), text(other)) ||
      order.compare(one.id, other.id),
  )
}
