import { and, count, desc, eq, gte, sql } from 'drizzle-orm'
import { organizations } from '#db/schema/organizations'
import { runs } from '#db/schema/runs'
import { codeUse } from '#db/schema/usage'
import type { UsageView } from '#lib/contracts/organization/usage'
import { ApiError } from '#lib/domain/api-error'
import { firstIdAt } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { storageOf } from './storage-use.ts'

const hourMs = 3_600_000

/** What the organization uses of what operators may limit, and its limits. */
export const getUsage = defineOperation<object, UsageView>({
  name: 'getUsage',
  permission: 'settings:manage',
  async run({ actor: { organizationId }, tx }) {
    const [limits] = await tx
      .select()
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    if (!limits) throw ApiError.notFound('organization', organizationId)
    const [started] = await tx
      .select({ lastHour: count() })
      .from(runs)
      .where(
        and(
          eq(runs.organizationId, organizationId),
          gte(runs.id, firstIdAt(new Date(Date.now() - hourMs))),
        ),
      )
    const { bytes, files } = await storageOf(tx, organizationId)
    const hours = await tx
      .select({
        hour: codeUse.hour,
        seconds: sql<number>`${codeUse.ms}::float8 / 1000`,
        isNow: sql<boolean>`${codeUse.hour} = date_trunc('hour', now(), 'UTC')`,
      })
      .from(codeUse)
      .where(
        and(
          eq(codeUse.organizationId, organizationId),
          sql`${codeUse.ms} > 0 and ${codeUse.hour} > now() - interval '24 hours'`,
        ),
      )
      .orderBy(desc(codeUse.hour))
    return {
      requests: { mostPerMinute: limits.ratePerMinute },
      starts: { lastHour: started?.lastHour ?? 0, mostPerMinute: limits.startsPerMinute },
      storage: { bytes, files, mostBytes: limits.storageBytes },
      code: {
        seconds: hours.find(({ isNow }) => isNow)?.seconds ?? 0,
        mostSecondsPerHour: limits.codeSecondsPerHour,
        hours: hours.map(({ hour, seconds }) => ({ hour: hour.toISOString(), seconds })),
      },
    }
  },
})
