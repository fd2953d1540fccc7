import { can, type Actor } from '#lib/auth/actor'
import { readingTables } from '#lib/domain/provider/reading-tables'
import { seesAllRuns } from '#lib/operations/access/access-sql'
import type { ReadingLevel } from '#lib/org-database/names'

const permissionOf = Object.fromEntries(
  readingTables.map(({ name, permission }) => [name, permission]),
) as Record<(typeof readingTables)[number]['name'], 'audit:read' | 'runs:read'>

/**
 * Which tables of the service an actor's statements may read. Who does not see all runs reads the
 * tasks of those that they see (`withScope`), and not the audit trail beside them.
 */
export function readingLevelOf(actor: Actor): ReadingLevel {
  if (!can(actor, permissionOf.tasks)) return 'none'
  if (!seesAllRuns(actor)) return 'own'
  return can(actor, permissionOf.audit_logs) ? 'all' : 'tasks'
}
