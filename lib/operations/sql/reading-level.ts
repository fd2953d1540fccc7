import { can, type Actor } from '#lib/auth/actor'
import { readingTables } from '#lib/domain/provider/reading-tables'
import { seesAllRuns } from '#lib/operations/access/access-sql'
import type { ReadingLevel } from '#lib/org-database/names'

const permissionOf = Object.fromEntries(
  readingTables.map(({ name, permission }) => [name, permission]),
) as Record<(typeof readingTables)[number]['name'], 'audit:read' | 'runs:read'>

/**
 * Which tables of the service an actor's statements may read: each as by its endpoint. Who does not
 * see all runs reads the tasks of those that they see (`withScope`). The audit trail is whole for
 * whoever may read it.
 */
export function readingLevelOf(actor: Actor): ReadingLevel {
  const readsAudit = can(actor, permissionOf.audit_logs)
  if (!can(actor, permissionOf.tasks)) return readsAudit ? 'audit' : 'none'
  if (!seesAllRuns(actor)) return readsAudit ? 'own_audit' : 'own'
  return readsAudit ? 'all' : 'tasks'
}
