type Practice = { serviceTypes: readonly string[]; office: boolean }

const chain = (serviceTypes: string, office = false): Practice => ({
  serviceTypes: serviceTypes.split(' '),
  office,
})
const ctOrMri = chain('62 4')

/**
 * The X12 service types (code list 1365) under which payers usually state the benefit of a
 * procedure (CPT 2026 ranges), the most exact first, and whether it is done in an office. Only
 * where practice is uniform.
 */
const ranges: [from: string, to: string, practice: Practice][] = [
  ['70336', '70336', ctOrMri],
  ['70450', '70498', ctOrMri],
  ['70540', '70559', ctOrMri],
  ['71250', '71275', ctOrMri],
  ['71550', '71555', ctOrMri],
  ['72125', '72159', ctOrMri],
  ['72191', '72198', ctOrMri],
  ['74150', '74185', ctOrMri],
  ['70010', '76499', chain('4')], // diagnostic imaging
  ['77046', '77067', chain('4')], // mammography
  ['80047', '89398', chain('5')], // diagnostic laboratory
  ['90791', '90792', chain('MH A6 CF 98', true)], // psychiatric evaluation
  ['90832', '90853', chain('MH A6 CF 98', true)], // psychotherapy
  ['92507', '92526', chain('AF')], // speech therapy
  ['97110', '97164', chain('PT AE')], // physical therapy
  ['97165', '97168', chain('AD')], // occupational therapy
  ['98940', '98943', chain('33', true)], // chiropractic
  ['99202', '99215', chain('98 BY', true)], // office visit
  ['99221', '99239', chain('48 99')], // hospital inpatient visit
  ['99281', '99285', chain('86 52 51')], // emergency department
  ['99381', '99397', chain('BZ', true)], // preventive visit
]

/** Service types that are visits in an office by their definition (X12 code list 1365). */
const officeTypes = new Set(['98', 'BY', 'BZ'])

/** A finer or wider service type that payers use for the same benefit. */
const nextBest: Record<string, readonly string[]> = {
  MH: ['A6', 'CF', '98'],
  A6: ['MH', 'CF', '98'],
  CF: ['MH', 'A6', '98'],
  BY: ['98'],
  '98': ['BY'],
  '62': ['4'],
  PT: ['AE'],
  '86': ['52', '51'],
}

/**
 * What practice suggests for a line: its service types, the most exact first, and whether it is a
 * visit in an office. A service type that the line names comes first; null: practice suggests
 * nothing.
 */
export function practiceOf(procedure: string | null, serviceType: string | null): Practice | null {
  const known = procedure !== null && /^\d{5}$/.test(procedure)
  const byProcedure = known
    ? ranges.find(([from, to]) => procedure >= from && procedure <= to)?.[2]
    : undefined
  if (serviceType === null) return byProcedure ?? null
  const next = byProcedure?.serviceTypes.includes(serviceType)
    ? byProcedure.serviceTypes
    : (nextBest[serviceType] ?? [])
  return {
    serviceTypes: [...new Set([serviceType, ...next])],
    office: officeTypes.has(serviceType) || (byProcedure?.office ?? false),
  }
}
