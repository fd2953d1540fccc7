import { and, eq } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { businessCalendars } from '#db/schema/calendars'
import { organizations } from '#db/schema/organizations'
import { ApiError } from '#lib/domain/api-error'
import { usualRules } from '#lib/domain/calendar/calendar'
import { workingTimeOf } from '#lib/domain/calendar/shifts-of'
import type { WorkingTime } from '#lib/domain/calendar/working-time'

/**
 * When people of an organization work: by the named calendar, or else by the one that counts where
 * none is named, or else Monday to Friday, 09:00 to 17:00. Throws 404 for a calendar that is not
 * there.
 */
export async function workingTime(
  organizationId: string,
  slug: string | undefined,
): Promise<WorkingTime> {
  return await inOrganization(organizationId, async (tx) => {
    const [organization] = await tx
      .select({ timeZone: organizations.timeZone })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    const wanted =
      slug === undefined ? eq(businessCalendars.isDefault, true) : eq(businessCalendars.slug, slug)
    const [found] = await tx
      .select({ rules: businessCalendars.rules, holidays: businessCalendars.holidays })
      .from(businessCalendars)
      .where(and(eq(businessCalendars.organizationId, organizationId), wanted))
    if (!found && slug !== undefined) throw ApiError.notFound('calendar', slug)
    const { rules, holidays } = found ?? { rules: usualRules, holidays: [] }
    return workingTimeOf(rules, { timeZone: organization?.timeZone ?? 'UTC', holidays })
  })
}
