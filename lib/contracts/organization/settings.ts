import { z } from 'zod'
import { contract } from '../contract.ts'
import { modelLimitsSchema } from '../../domain/ask/model-limits.ts'
import { idleMinutes, sessionHours } from '../../domain/session-limits.ts'
import { oneLine } from '../one-line.ts'
import { emailSchema, organizationNameSchema } from '../people-fields.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** The logo of an organization. */
export const logoSchema = z.object({
  /** Its address on this server, for everybody who knows it. */
  path: z.string(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
})
export type LogoView = z.infer<typeof logoSchema>

/** Who must sign in with a second factor. */
const secondFactorSchema = z.enum(['nobody', 'owners', 'everyone'])

export const settingsSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** IANA name, like `America/New_York`. */
  timeZone: z.string(),
  /** Days after which ended runs are deleted unless their workflow says otherwise; null never. */
  retentionDays: z.int().nullable(),
  /** Minutes without activity after which sessions of members lock. */
  sessionIdleMinutes: z.int(),
  /** Hours after which members sign in again, active or not. */
  sessionHours: z.int(),
  /**
   * Where answers to the organization's mails go. They are sent from it when its domain is proven
   * to be the organization's, and otherwise from the installation's address.
   */
  mailFrom: z.string().nullable(),
  /** The name with which mails are sent and signed; null: the organization's, unsigned. */
  mailName: z.string().nullable(),
  logo: logoSchema.nullable(),
  /** Markdown on shared forms: how the organization uses what people send; null is none. */
  privacyNote: z.string().nullable(),
  /** Visitors may save shared forms for later, unless a form forbids it. */
  savedForms: z.boolean(),
  secondFactor: secondFactorSchema,
  /** What language models may use; null is no limit. */
  modelLimits: modelLimitsSchema,
  createdAt: z.iso.datetime({ offset: true }),
})
export type SettingsView = z.infer<typeof settingsSchema>

const within = ({ least, most }: typeof idleMinutes, unit: string) =>
  z
    .int('A whole number.')
    .min(least, `From ${least} to ${most} ${unit}.`)
    .max(most, `From ${least} to ${most} ${unit}.`)

export const timeZoneSchema = z
  .string()
  .max(64)
  // Intl also accepts an offset like "+02:00", which has no daylight saving time.
  .refine(
    (zone) => /^[A-Za-z]/.test(zone) && isTimeZone(zone),
    'That is not an IANA time zone like America/New_York.',
  )

export const changeSettingsSchema = z.strictObject({
  name: organizationNameSchema.optional(),
  timeZone: timeZoneSchema.optional(),
  mailFrom: emailSchema.nullable().optional(),
  mailName: oneLine(
    z
      .string()
      .trim()
      .min(1, 'Give a name, or leave it out.')
      .max(100, 'A name has at most 100 characters.'),
  )
    .nullable()
    .optional(),
  privacyNote: z
    .string()
    .trim()
    .max(10_000, 'A privacy note has at most 10,000 characters.')
    .nullable()
    .optional(),
  savedForms: z.boolean().optional(),
  retentionDays: z
    .int()
    .min(1, 'At least one day.')
    .max(3650, 'At most 3650 days.')
    .nullable()
    .optional(),
  /** Of a person in several organizations the strictest holds. */
  sessionIdleMinutes: within(idleMinutes, 'minutes').optional(),
  sessionHours: within(sessionHours, 'hours').optional(),
  /** People have 14 days from the change on. */
  secondFactor: secondFactorSchema.optional(),
  /** Replaces all of them. */
  modelLimits: modelLimitsSchema.optional(),
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

export const setLogoContract = contract({
  id: 'setLogo',
  method: 'PUT',
  path: '/api/v2/settings/logo',
  summary: 'Set the logo of the organization',
  description:
    'The body is a PNG or JPEG of at most 256 KB and 16 to 2000 pixels a side. It is checked and ' +
    'written again without what is no picture (places, dates, comments). It is shown on shared ' +
    'forms, on invitations and in mails.',
  tag: 'Settings',
  binary: 'octets',
  returns: { 200: { description: 'The settings as they are now.', schema: settingsSchema } },
  errorStatuses: [413],
})

export const removeLogoContract = contract({
  id: 'removeLogo',
  method: 'DELETE',
  path: '/api/v2/settings/logo',
  summary: 'Remove the logo of the organization',
  tag: 'Settings',
  returns: { 200: { description: 'The settings as they are now.', schema: settingsSchema } },
})

export const getLogoContract = contract({
  id: 'getLogo',
  method: 'GET',
  path: '/api/v2/public/logos/{id}',
  summary: 'Read a logo',
  tag: 'Settings',
  auth: 'public',
  params: z.strictObject({ id: z.uuid('A logo has a UUID as its id.') }),
  returns: { 200: { description: 'The picture.', contentType: 'image/png' } },
  errorStatuses: [404],
})
