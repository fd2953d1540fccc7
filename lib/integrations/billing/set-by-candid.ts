/**
 * Fields of Candid's Patient that the platform sets itself; those of an update are not looked at.
 */
export const setByCandid: ReadonlySet<string> = new Set([
  'id',
  'mrn',
  'organization_id',
  'deactivated',
  'version',
  'updated_at',
  'updating_user_id',
])
