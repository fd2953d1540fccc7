import { z } from 'zod'

/** Why a person is told something, in the order of the settings. */
export const notificationKinds = [
  'assigned',
  'handed-over',
  'returned',
  'stand-in',
  'reminder',
  'overdue',
  'escalated',
  'mentioned',
  'commented',
  'approval-asked',
  'approval-decided',
  'published-unapproved',
] as const
export type NotificationKind = (typeof notificationKinds)[number]

const clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of the day like 07:30.')
  .meta({ example: '07:30' })

const waysSchema = z.strictObject({
  inProduct: z.boolean(),
  push: z.boolean(),
  mail: z.enum(['at-once', 'daily', 'none']),
})
export type NotificationWays = z.infer<typeof waysSchema>

export const notificationChoicesSchema = z.strictObject({
  kinds: z.strictObject(
    Object.fromEntries(notificationKinds.map((kind) => [kind, waysSchema])) as Record<
      NotificationKind,
      typeof waysSchema
    >,
  ),
  /** No push message and no mail comes then, by the clock of the organization. */
  quietHours: z.strictObject({ from: clock, until: clock }).nullable(),
  /** When the daily mail comes, by the clock of the organization. */
  dailyAt: clock,
})
export type NotificationChoices = z.infer<typeof notificationChoicesSchema>

const asked: NotificationWays = { inProduct: true, push: true, mail: 'daily' }
const urgent: NotificationWays = { inProduct: true, push: true, mail: 'at-once' }

/** What holds for a person who has chosen nothing. */
export const defaultChoices: NotificationChoices = {
  kinds: {
    assigned: asked,
    'handed-over': asked,
    returned: asked,
    'stand-in': asked,
    reminder: asked,
    overdue: asked,
    escalated: urgent,
    mentioned: urgent,
    commented: { inProduct: true, push: false, mail: 'none' },
    'approval-asked': urgent,
    'approval-decided': urgent,
    'published-unapproved': urgent,
  },
  quietHours: null,
  dailyAt: '07:30',
}

/** Choices that were stored before there was a kind, with the default of that kind. */
export const wholeChoices = (stored: NotificationChoices | null | undefined) =>
  stored ? { ...stored, kinds: { ...defaultChoices.kinds, ...stored.kinds } } : defaultChoices
