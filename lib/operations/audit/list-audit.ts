import { and, desc, eq, getTableColumns, gte, ilike, lt, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#db/client'
import { files, mails } from '#db/schema/documents'
import { faxes } from '#db/schema/faxes'
import { letters } from '#db/schema/letters'
import { receivedMails } from '#db/schema/received-mails'
import { auditEntries } from '#db/schema/records'
import { runs, tasks } from '#db/schema/runs'
import { secureMessages } from '#db/schema/secure-messages'
import { textMessages } from '#db/schema/text-messages'
import type { Actor } from '#lib/auth/actor'
import type {
  AuditEntryView,
  AuditFilters,
  listAuditContract,
} from '#lib/contracts/organization/audit'
import type { Page } from '#lib/domain/page'
import { containing } from '#lib/operations/containing'
import { defineOperation } from '#lib/operations/define-operation'
import { patientKeysOf, runsOfPatient } from '#lib/operations/patients/of-patient'
import { nameThings } from './name-things.ts'
import { cursorValue, instantOfMicros, keysetPage, microsOf } from '#lib/operations/keyset'

type Query = z.output<typeof listAuditContract.query>

type Row = typeof auditEntries.$inferSelect & { micros: string }

function view(row: Row, nameOf: Awaited<ReturnType<typeof nameThings>>): AuditEntryView {
  const { name, run } = nameOf({ kind: row.objectKind, id: row.objectId })
  return {
    id: row.id,
    at: row.createdAt.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    object: { kind: row.objectKind, id: row.objectId, name },
    run,
    details: row.details,
    requestId: row.requestId,
  }
}

const uuidPattern = '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})'

/** A patient's runs, what belongs to them, and the files that their start data name. */
async function ofPatient(tx: Tx, actor: Actor, patient: string | undefined) {
  if (patient === undefined) return undefined
  const keys = await patientKeysOf(tx, actor, patient)
  const inRuns = sql`in (select id from of_runs)`
  const belonging = [
    tasks,
    files,
    mails,
    receivedMails,
    letters,
    faxes,
    textMessages,
    secureMessages,
  ].map(
    (table) => sql`union all select ${table.id}::text from ${table} where ${table.runId} ${inRuns}`,
  )
  return sql`${auditEntries.objectId} in (
    with of_runs(id) as materialized ${runsOfPatient(actor, keys)}
    select id::text from of_runs
    union all select ${files.id}::text from ${files} where ${files.id}::text in (
      select lower(named[1]) from ${runs}, regexp_matches(${runs.startData}::text, ${uuidPattern}, 'gi')
        as named where ${runs.id} ${inRuns})
    ${sql.join(belonging, sql` `)})`
}

const isRead = sql`${auditEntries.action} ~ '[.](read|view|download|search)$'`

/** The condition of the filters. */
export async function filtersOf(
  tx: Tx,
  actor: Actor,
  query: AuditFilters,
): Promise<SQL | undefined> {
  const { createdAt, organizationId, action, actorName, objectKind, objectId } = auditEntries
  return and(
    eq(organizationId, actor.organizationId),
    query.action ? eq(action, query.action) : undefined,
    query.actor ? ilike(actorName, containing(query.actor)) : undefined,
    query.objectKind ? eq(objectKind, query.objectKind) : undefined,
    query.objectId ? eq(objectId, query.objectId) : undefined,
    query.reads === 'true' ? isRead : undefined,
    query.from ? gte(createdAt, new Date(query.from)) : undefined,
    query.until ? lt(createdAt, new Date(query.until)) : undefined,
    await ofPatient(tx, actor, query.patient),
  )
}

const isOlder = ([micros, id]: readonly [string, string]): SQL =>
  sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${instantOfMicros(micros)}, ${id}::uuid)`

/** The audit entries that fit the filters, newest first. */
export const listAudit = defineOperation<Query, Page<AuditEntryView>>({
  name: 'listAudit',
  permission: 'audit:read',
  reads: 'at the standby',
  async run({ actor, input, tx }) {
    const filters = await filtersOf(tx, actor, input)
    const page = await keysetPage(input, {
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
      view: (row: Row) => row,
    })
    const things = page.items.map(({ objectKind, objectId }) => ({
      kind: objectKind,
      id: objectId,
    }))
    const nameOf = await nameThings(tx, actor, things)
    return { ...page, items: page.items.map((row) => view(row, nameOf)) }
  },
})
