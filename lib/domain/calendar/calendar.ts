import { z } from 'zod'

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'Write the time as 08:30, at most 24:00.')

const shiftSchema = z.strictObject({ from: time, to: time }).refine(({ from, to }) => from < to, {
  error: 'The end must be later than the beginning.',
  path: ['to'],
})

const endBefore = (shifts: { to: string }[], index: number): string => shifts[index - 1]?.to ?? ''

const shiftsSchema = z
  .array(shiftSchema)
  .max(4)
  .refine(
    (shifts) => shifts.every(({ from }, index) => index === 0 || from >= endBefore(shifts, index)),
    {
      error: 'Write the hours in their order, without overlaps.',
    },
  )

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]

/** A day that differs from its week: a day off, or with hours of its own. */
const specialDaySchema = z.strictObject({
  date: z.iso.date('Write the day as 2026-12-24.'),
  name: z.string().trim().min(1, 'Say what is special about the day.').max(80),
  /** Empty: a day off. */
  hours: shiftsSchema,
})
export type SpecialDay = z.infer<typeof specialDaySchema>

/** A public holiday; its name is English. */
export const holidaySchema = z.object({ date: z.string(), name: z.string() })
export type Holiday = z.infer<typeof holidaySchema>

/** When people of an organization work: the rules of a calendar. */
export const calendarRulesSchema = z.strictObject({
  /** A zone of the IANA database; null: the organization's. */
  timeZone: z.string().min(1).max(64).nullable(),
  hours: z.strictObject(
    Object.fromEntries(weekdays.map((day) => [day, shiftsSchema])) as Record<
      Weekday,
      typeof shiftsSchema
    >,
  ),
  /** Whose public holidays are days off, by ISO 3166 codes; null: nobody's. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Choose a country.')
    .nullable(),
  state: z
    .string()
    .regex(/^[A-Z0-9]{1,4}$/, 'Choose a state.')
    .nullable(),
  /** Public holidays on which people work, by their English names. */
  worked: z.array(z.string().trim().min(1).max(120)).max(60),
  special: z
    .array(specialDaySchema)
    .max(400)
    .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, {
      error: 'Each day stands here once.',
    }),
})
export type CalendarRules = z.infer<typeof calendarRulesSchema>

const usualDay = [{ from: '09:00', to: '17:00' }]

/** The calendar of an organization that has made none: Monday to Friday, 09:00 to 17:00. */
export const usualRules: CalendarRules = {
  timeZone: null,
  hours: {
    sunday: [],
    monday: usualDay,
    tuesday: usualDay,
    wednesday: usualDay,
    thursday: usualDay,
    friday: usualDay,
    saturday: [],
  },
  country: null,
  state: null,
  worked: [],
  special: [],
}
