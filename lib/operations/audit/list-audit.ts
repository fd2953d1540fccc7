import { and, desc, eq, gte, ilike, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { auditEntries } from '#db/schema/records'
import type { AuditEntryView, listAuditContract } from '#lib/contracts/audit'
import type { Page } from '#lib/domain/page'
import { defineOperation } from '#lib/operations/define-operation'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'

type Query = z.output<typeof listAuditContract.query>
type Row = typeof auditEntries.$inferSelect & { exactAt: string }

/** Microseconds since 1970, and the entry's id. */
const cursorShape = [/^\d{1,17}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/]

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

/** Part of a text, with the pattern's own signs taken literally. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The audit entries that fit the filters, newest first. The cursor carries the database's
 * microseconds, which a Date would round away.
 */
export const listAudit = defineOperation<Query, Page<AuditEntryView>>({
  name: 'listAudit',
  permission: 'audit:read',
  async run({ actor, input, tx }) {
    const after = decodeCursor(input.cursor, cursorShape)
    const { createdAt, id } = auditEntries
    const rows: Row[] = await tx
      .select({
        id,
        organizationId: auditEntries.organizationId,
        actorKind: auditEntries.actorKind,
        actorId: auditEntries.actorId,
        actorName: auditEntries.actorName,
        action: auditEntries.action,
        objectKind: auditEntries.objectKind,
        objectId: auditEntries.objectId,
        details: auditEntries.details,
        requestId: auditEntries.requestId,
        createdAt,
        exactAt: sql<string>`(extract(epoch from ${createdAt}) * 1000000)::bigint::text`,
      })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.organizationId, actor.organizationId),
          input.action ? eq(auditEntries.action, input.action) : undefined,
          input.actor ? ilike(auditEntries.actorName, containing(input.actor)) : undefined,
          input.objectKind ? eq(auditEntries.objectKind, input.objectKind) : undefined,
          input.objectId ? eq(auditEntries.objectId, input.objectId) : undefined,
          input.from ? gte(createdAt, new Date(input.from)) : undefined,
          input.until ? lt(createdAt, new Date(input.until)) : undefined,
          after
            ? sql`(${createdAt}, ${id}) < (timestamptz 'epoch' + ${after[0]}::bigint * interval '1 microsecond', ${after[1]}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.exactAt, row.id], view)
  },
})
