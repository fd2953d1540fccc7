/**
 * The X12 service type under which payers usually state the benefit of a procedure (CPT 2026 ranges). Only where practice is uniform;
 * a line that names its own service type never comes here.
 */
const ranges: [from: string, to: string, serviceType: string][] = [
  ['70010', '76499', '4'], // diagnostic imaging
  ['77046', '77067', '4'], // mammography
  ['80047', '89398', '5'], // diagnostic laboratory
  ['90832', '90853', 'MH'], // psychotherapy
  ['92507', '92526', 'AF'], // speech therapy
  ['97110', '97164', 'PT'], // physical therapy
  ['97165', '97168', 'AD'], // occupational therapy
  ['98940', '98943', '33'], // chiropractic
  ['99202', '99215', '98'], // office visit
  ['99221', '99239', '48'], // hospital inpatient visit
  ['99281', '99285', '86'], // emergency department
  ['99381', '99397', 'BZ'], // preventive visit
]

export function serviceTypeOfProcedure(procedure: string): string | null {
  if (!/^\d{5}$/.test(procedure)) return null
  return ranges.find(([from, to]) => procedure >= from && procedure <= to)?.[2] ?? null
}
