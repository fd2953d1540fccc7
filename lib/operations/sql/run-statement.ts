import type { SqlRequest } from '#lib/contracts/data/sql'
import type { StatementResult } from '#lib/org-database/statement-result'
import { levelsOfOwn } from '#lib/org-database/names'
import { runSql } from '#lib/org-database/run-sql'
import { defineOutsideOperation, type Audit } from '../define-operation.ts'
import { builtInPlace, placeOf } from './database-targets.ts'
import { readingLevelOf } from './reading-level.ts'
import { withScopeOf } from './with-scope.ts'

/**
 * The audit entry has only the kind of the statement and how it ended, because the text may contain
 * patients' data.
 */
function auditOf(version: string, { kind, mode, rowCount, errorCode }: StatementResult): Audit {
  return {
    action: mode === 'write' ? 'sql.written' : 'sql.read',
    objectKind: 'database',
    objectId: version,
    details: { kind, rowCount, ...(errorCode === null ? {} : { error: errorCode }) },
  }
}

/**
 * Specification 2.3 and 4.1: runs one statement in the organization's database. Answers JSON text.
 */
export const runSqlV1 = defineOutsideOperation<SqlRequest, StatementResult>({
  name: 'runSql',
  permission: 'sql:run',
  audit: ({ output }) => auditOf('v1', output),
  async run({ actor: { organizationId }, input, signal }) {
    const { target, watchdogUrl } = await placeOf(organizationId)
    return await runSql(target, input, { organizationId, watchdogUrl, signal })
  },
})

/**
 * The same, always in the organization's database here, which has `audit_logs` and `tasks`: each
 * for actors who may read the same by its endpoint, and only the rows that they see there.
 */
export const runSqlV2 = defineOutsideOperation<SqlRequest, StatementResult>({
  name: 'runSqlV2',
  permission: 'sql:run',
  audit: ({ output }) => auditOf('v2', output),
  async run({ actor, input, signal }) {
    const { organizationId } = actor
    const level = readingLevelOf(actor)
    const { target, watchdogUrl } = await builtInPlace(organizationId, level)
    const options = { organizationId, watchdogUrl, signal }
    if (!levelsOfOwn.includes(level)) return await runSql(target, input, options)
    return await withScopeOf(actor, (scope) => runSql({ ...target, scope }, input, options))
  },
})
