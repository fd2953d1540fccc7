import { z } from 'zod'
import { calendarRulesSchema, holidaySchema } from '#lib/domain/calendar/calendar'
import { slugSchema } from '#lib/domain/workflow/definition'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { deletionQuery, usedByFields, usedRefusal } from '../used-by.ts'
import { timeZoneSchema } from './settings.ts'

const instant = z.iso.datetime({ offset: true })
const name = oneLine(z.string().trim().min(1, 'A calendar needs a name.').max(80))
const rules = calendarRulesSchema.extend({ timeZone: timeZoneSchema.nullable() })
const tag = 'Calendars'

const calendarSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** Whether it counts where none is named. */
  isDefault: z.boolean(),
  rules: calendarRulesSchema,
  /** Its public holidays, also those on which people work. */
  holidays: z.array(holidaySchema),
  revision: z.int(),
  updatedBy: z.string().nullable(),
  updatedAt: instant,
})
export type CalendarView = z.infer<typeof calendarSchema>

const params = z.strictObject({ calendar: z.string().min(1).max(64).describe('Its slug.') })

export const listCalendarsContract = contract({
  id: 'listCalendars',
  method: 'GET',
  path: '/api/v2/calendars',
  summary: 'List the business calendars: when people of the organization work',
  tag,
  returns: {
    200: {
      description: 'All of them, by name. At most 50.',
      schema: z.object({ items: z.array(calendarSchema) }),
    },
  },
})

export const getCalendarContract = contract({
  id: 'getCalendar',
  method: 'GET',
  path: '/api/v2/calendars/{calendar}',
  summary: 'Read a business calendar, and which workflows use it',
  tag,
  params,
  returns: {
    200: { description: 'The calendar.', schema: calendarSchema.extend(usedByFields) },
  },
  errorStatuses: [404],
})

export const createCalendarContract = contract({
  id: 'createCalendar',
  method: 'POST',
  path: '/api/v2/calendars',
  summary: 'Add a business calendar',
  description: 'The first one counts where a step names none.',
  tag,
  body: z.strictObject({
    name,
    slug: slugSchema.optional().describe('Made from the name when left out; it never changes.'),
    rules,
  }),
  returns: { 201: { description: 'The calendar.', schema: calendarSchema } },
  errorStatuses: [409, 413, 415],
})

export const changeCalendarContract = contract({
  id: 'changeCalendar',
  method: 'PATCH',
  path: '/api/v2/calendars/{calendar}',
  summary: 'Change a business calendar',
  description: 'What waits already keeps the instant for which it waits.',
  tag,
  params,
  body: z.strictObject({
    name: name.optional(),
    rules: rules.optional(),
    isDefault: z.literal(true).optional().describe('It counts where none is named.'),
    revision: z.int().min(1).describe('Of the calendar that the change is based on.'),
  }),
  returns: { 200: { description: 'The calendar.', schema: calendarSchema } },
  errorStatuses: [404, 409, 413, 415],
})

export const deleteCalendarContract = contract({
  id: 'deleteCalendar',
  method: 'DELETE',
  path: '/api/v2/calendars/{calendar}',
  summary: 'Delete a business calendar',
  description: usedRefusal,
  tag,
  params,
  query: deletionQuery,
  returns: { 204: { description: 'It is gone.' } },
  errorStatuses: [404, 409],
})

const countrySchema = z.object({
  code: z.string(),
  name: z.string(),
  states: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const listHolidayCountriesContract = contract({
  id: 'listHolidayCountries',
  method: 'GET',
  path: '/api/v2/holidays/countries',
  summary: 'List the countries and states whose public holidays are known',
  tag,
  returns: {
    200: { description: 'By name.', schema: z.object({ items: z.array(countrySchema) }) },
  },
})

export const listHolidaysContract = contract({
  id: 'listHolidays',
  method: 'GET',
  path: '/api/v2/holidays',
  summary: 'List the public holidays of a year in a country or state',
  tag,
  query: z.strictObject({
    country: z.string().regex(/^[A-Z]{2}$/),
    state: z.string().max(4).optional(),
    year: z.coerce.number().int().min(2000).max(2100),
  }),
  returns: {
    200: { description: 'In order.', schema: z.object({ items: z.array(holidaySchema) }) },
  },
})
