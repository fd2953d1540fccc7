export const coordinationMethods = [
  'standard',
  'naic',
  'washington',
  'lower-of-allowables',
  'non-duplication',
  'carve-out',
  'maintenance-of-benefits',
  'medicaid',
  'medicare-fee-schedule',
  'medicare-reasonable-charge',
  'benefit-reserve',
] as const
export type CoordinationMethod = (typeof coordinationMethods)[number]
