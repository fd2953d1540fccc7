import type { Actor } from '#lib/auth/actor'
import { isAllowed } from '#lib/auth/permissions'
import { readingTables } from '#lib/domain/provider/reading-tables'
import type { ReadingLevel } from '#lib/org-database/names'

const permissionOf = Object.fromEntries(
  readingTables.map(({ name, permission }) => [name, permission]),
) as Record<(typeof readingTables)[number]['name'], 'audit:read' | 'runs:read'>

/** Which tables of the service an actor's statements may read. */
export function readingLevelOf({ role }: Actor): ReadingLevel {
  if (!isAllowed(role, permissionOf.tasks)) return 'none'
  return isAllowed(role, permissionOf.audit_logs) ? 'all' : 'tasks'
}
