/**
 * Fields of Candid's Patient that the platform sets itself; an update's values for them are
 * ignored.
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
