import { z } from 'zod'
import { contract } from '../contract.ts'
import { organizationNameSchema } from '../people-fields.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

export const settingsSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** IANA name, like `America/New_York`. */
  timeZone: z.string(),
  /** Days after which ended runs are deleted unless their workflow says otherwise; null never. */
  retentionDays: z.int().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type SettingsView = z.infer<typeof settingsSchema>

export const changeSettingsSchema = z.strictObject({
  name: organizationNameSchema.optional(),
  timeZone: z
    .string()
    .max(64)
    // Intl also accepts an offset like "+02:00", which has no daylight saving time.
    .refine(
      (zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone),
      'That is not an IANA time zone like America/New_York.',
    )
    .optional(),
  retentionDays: z
    .int()
    .min(1, 'At least one day.')
    .max(3650, 'At most 3650 days.')
    .nullable()
    .optional(),
})

export const getSettingsContract = contract({
  id: 'getSettings',
  method: 'GET',
  path: '/api/v2/settings',
  summary: 'Read the settings of the organization',
  tag: 'Settings',
  returns: { 200: { description: 'The settings.', schema: settingsSchema } },
})

export const changeSettingsContract = contract({
  id: 'changeSettings',
  method: 'PATCH',
  path: '/api/v2/settings',
  summary: 'Change the settings of the organization',
  tag: 'Settings',
  body: changeSettingsSchema,
  returns: { 200: { description: 'The settings as they are now.', schema: settingsSchema } },
})
