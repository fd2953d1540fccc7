import { desc, eq } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import { auditEntries } from '#db/schema/records'
import type { AuditFilters } from '#lib/contracts/organization/audit'
import { guarded } from '#lib/documents/tables/write-csv'
import { ApiError } from '#lib/domain/api-error'
import { zonedText } from '#lib/domain/calendar/zoned-text'
import { maxExported } from '#lib/domain/page'
import { defineOperation } from '../define-operation.ts'
import { filtersOf } from './list-audit.ts'

const cell = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`
const line = (values: readonly string[]): string => `${values.map(cell).join(',')}\r\n`

type Exported = { name: string; text: string; entries: number }

/** The audit entries that fit the filters as a CSV file, newest first. */
export const exportAudit = defineOperation<AuditFilters, Exported>({
  name: 'exportAudit',
  permission: 'audit:read',
  reads: 'at the standby',
  // The number of a patient stays out of the log.
  audit: ({ input, output }) => ({
    action: 'audit.exported',
    objectKind: 'audit',
    objectId: 'csv',
    details: { entries: output.entries, ofPatient: input.patient !== undefined },
  }),
  async run({ actor, input, tx }) {
    const [organization] = await tx
      .select({ timeZone: organizations.timeZone })
      .from(organizations)
      .where(eq(organizations.id, actor.organizationId))
    const timeZone = organization?.timeZone ?? 'UTC'
    const rows = await tx
      .select()
      .from(auditEntries)
      .where(await filtersOf(tx, actor, input))
      .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
      .limit(maxExported + 1)
    if (rows.length > maxExported)
      throw new ApiError(
        'unprocessable',
        `There are more than ${maxExported.toLocaleString('en-US')} entries. Narrow the time by ` +
          '`from` and `until`, or add a filter.',
      )
    const head = [`When (${timeZone})`, 'Who', 'Kind of actor', 'What', 'On', 'Id', 'Details']
    const lines = rows.map((row) =>
      line([
        zonedText(row.createdAt, timeZone),
        row.actorName,
        row.actorKind,
        row.action,
        row.objectKind,
        row.objectId,
        JSON.stringify(row.details),
      ]),
    )
    return { name: 'audit.csv', text: line(head) + lines.join(''), entries: rows.length }
  },
})
