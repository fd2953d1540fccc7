import { and, desc, eq, getTableColumns, gte, ilike, lt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import { auditEntries } from '#db/schema/records'
import type { Actor } from '#lib/auth/actor'
import type { AuditEntryView, listAuditContract } from '#lib/contracts/organization/audit'
import type { Page } from '#lib/domain/page'
import { containing } from '#lib/operations/containing'
import { defineOperation } from '#lib/operations/define-operation'
import { cursorValue, instantOfMicros, keysetPage, microsOf } from '#lib/operations/keyset'

type Query = z.output<typeof listAuditContract.query>
type Row = typeof auditEntries.$inferSelect & { micros: string }

function view(row: Row): AuditEntryView {
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    object: { kind: row.objectKind, id: row.objectId },
    details: row.details,
    requestId: row.requestId,
  }
}

function filtersOf(actor: Actor, query: Query): SQL | undefined {
  const { createdAt, organizationId, action, actorName, objectKind, objectId } = auditEntries
  return and(
    eq(organizationId, actor.organizationId),
    query.action ? eq(action, query.action) : undefined,
    query.actor ? ilike(actorName, containing(query.actor)) : undefined,
    query.objectKind ? eq(objectKind, query.objectKind) : undefined,
    query.objectId ? eq(objectId, query.objectId) : undefined,
    query.from ? gte(createdAt, new Date(query.from)) : undefined,
    query.until ? lt(createdAt, new Date(query.until)) : undefined,
  )
}

const isOlder = ([micros, id]: readonly [string, string]): SQL =>
  sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${instantOfMicros(micros)}, ${id}::uuid)`

/** The audit entries that fit the filters, newest first. */
export const listAudit = defineOperation<Query, Page<AuditEntryView>>({
  name: 'listAudit',
  permission: 'audit:read',
  async run({ actor, input, tx }) {
    const filters = filtersOf(actor, input)
    return await keysetPage(input, {
      shape: [cursorValue.micros, cursorValue.uuid],
      rows: (after, count) =>
        tx
          .select({
            ...getTableColumns(auditEntries),
            micros: microsOf(auditEntries.createdAt),
          })
          .from(auditEntries)
          .where(and(filters, after && isOlder(after)))
          .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
          .limit(count),
      keyOf: (row) => [row.micros, row.id],
      view,
    })
  },
})
