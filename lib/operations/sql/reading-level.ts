import { can, type Actor } from '#lib/auth/actor'
import { readingTables } from '#lib/domain/provider/reading-tables'
import { seesAllRuns } from '#lib/operations/access/access-sql'
import type { ReadingLevel } from '#lib/org-database/names'

const permissionOf = Object.fromEntries(
  readingTables.map(({ name, permission }) => [name, permission]),
) as Record<(typeof readingTables)[number]['name'], 'audit:read' | 'runs:read-all'>

/** Which tables of the service an actor's statements may read. */
export function readingLevelOf(actor: Actor): ReadingLevel {
  if (!can(actor, permissionOf.tasks) || !seesAllRuns(actor)) return 'none'
  return can(actor, permissionOf.audit_logs) ? 'all' : 'tasks'
}
