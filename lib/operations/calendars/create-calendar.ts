import { sql } from 'drizzle-orm'
import { businessCalendars } from '#db/schema/calendars'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { ApiError } from '#lib/domain/api-error'
import type { CalendarRules } from '#lib/domain/calendar/calendar'
import { freeSlug, slugOf } from '#lib/domain/slug'
import { newId } from '#lib/ids'
import { defineOutsideOperation } from '../define-operation.ts'
import { planSchedulesAnew } from '../schedules/rhythm-of.ts'
import { calendarView, holidaysFor } from './find-calendar.ts'

type Input = { name: string; slug?: string | undefined; rules: CalendarRules }

const maxCalendars = 50

/** Adds a calendar; the first one of the organization counts where none is named. Throws 409. */
export const createCalendar = defineOutsideOperation<Input, CalendarView>({
  name: 'createCalendar',
  permission: 'settings:manage',
  audit: ({ output: { id, slug } }) => ({
    action: 'calendar.created',
    objectKind: 'calendar',
    objectId: id,
    details: { slug },
  }),
  async run({ actor, input: { name, slug, rules }, transaction }) {
    const holidays = await holidaysFor(rules)
    return await transaction(async (tx) => {
      // Two that are made at once do not take one slug, and one of them is the first.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(
        'calendars ' || ${actor.organizationId}, 0))`)
      const known = await tx.select({ slug: businessCalendars.slug }).from(businessCalendars)
      if (known.length >= maxCalendars)
        throw new ApiError('conflict', `There are ${maxCalendars} calendars. Delete one first.`)
      const taken = new Set(known.map((row) => row.slug))
      if (slug !== undefined && taken.has(slug))
        throw new ApiError('conflict', `Another calendar has the slug “${slug}”. Choose another.`, {
          field: 'slug',
          slug,
        })
      const [row] = await tx
        .insert(businessCalendars)
        .values({
          id: newId(),
          organizationId: actor.organizationId,
          slug: slug ?? freeSlug(slugOf(name, 'calendar'), taken),
          name,
          rules,
          holidays,
          isDefault: known.length === 0,
          updatedBy: actor.name,
        })
        .returning()
      if (!row) throw new ApiError('internal_error', 'The calendar was not stored. Try again.')
      // The first one counts from now on.
      if (row.isDefault) await planSchedulesAnew(tx)
      return calendarView(row)
    })
  },
})
