import { and, eq, inArray } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { businessCalendars } from '#db/schema/calendars'
import { groupCalendars } from '#db/schema/group-calendars'
import { organizations } from '#db/schema/organizations'
import { ApiError } from '#lib/domain/api-error'
import { usualRules } from '#lib/domain/calendar/calendar'
import { workingTimeOf } from '#lib/domain/calendar/shifts-of'
import type { WorkingTime } from '#lib/domain/calendar/working-time'

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The calendar of the first of these groups that has one. */
async function calendarOfGroups(tx: Tx, groups: readonly string[]): Promise<string | undefined> {
  const ids = groups.map((group) => group.toLowerCase()).filter((group) => isUuid.test(group))
  if (ids.length === 0) return undefined
  const rows = await tx
    .select({ groupId: groupCalendars.groupId, calendarId: groupCalendars.calendarId })
    .from(groupCalendars)
    .where(inArray(groupCalendars.groupId, ids))
  const byGroup = new Map(rows.map(({ groupId, calendarId }) => [groupId, calendarId]))
  const first = ids.find((id) => byGroup.has(id))
  return first === undefined ? undefined : byGroup.get(first)
}

/** The working time in the transaction of a caller. */
export async function workingTimeIn(
  tx: Tx,
  organizationId: string,
  slug: string | undefined,
  groups: readonly string[] = [],
): Promise<WorkingTime> {
  const [organization] = await tx
    .select({ timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const ofGroup = slug === undefined ? await calendarOfGroups(tx, groups) : undefined
  let wanted = eq(businessCalendars.isDefault, true)
  if (slug !== undefined) wanted = eq(businessCalendars.slug, slug)
  else if (ofGroup !== undefined) wanted = eq(businessCalendars.id, ofGroup)
  const [found] = await tx
    .select({ rules: businessCalendars.rules, holidays: businessCalendars.holidays })
    .from(businessCalendars)
    .where(and(eq(businessCalendars.organizationId, organizationId), wanted))
  if (!found && slug !== undefined) throw ApiError.notFound('calendar', slug)
  const { rules, holidays } = found ?? { rules: usualRules, holidays: [] }
  return workingTimeOf(rules, { timeZone: organization?.timeZone ?? 'UTC', holidays })
}

/**
 * When people of an organization work: by the named calendar, or else by that of the first of these
 * groups that has one, or else by the one that counts where none is named, or else Monday to Friday,
 * 09:00 to 17:00. Throws 404 for a calendar that is not there.
 */
export async function workingTime(
  organizationId: string,
  slug: string | undefined,
  groups: readonly string[] = [],
): Promise<WorkingTime> {
  return await inOrganization(
    organizationId,
    async (tx) => await workingTimeIn(tx, organizationId, slug, groups),
  )
}
