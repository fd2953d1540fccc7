import { z } from 'zod'
import { caseNameSchema } from '#lib/domain/run/case-name'
import {
  defaultChoices,
  mostCounted,
  notificationChoicesSchema,
  notificationKinds,
} from '#lib/domain/notification/choices'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const path = '/api/v2/notifications'

const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  runId: z.uuid(),
  /** The screen that it is about. */
  taskId: z.uuid().nullable(),
  createdAt: instant,
  readAt: instant.nullable(),
  /** What the run is called now; null when the person may not see it any more. */
  about: z
    .object({
      workflow: z.string(),
      case: caseNameSchema,
      /** The screen's title. */
      screen: z.string().nullable(),
    })
    .nullable(),
})
export type NotificationView = z.infer<typeof notificationSchema>

const unreadSchema = z.object({ unread: z.int().max(mostCounted) })

export const listNotificationsContract = contract({
  id: 'listNotifications',
  method: 'GET',
  path,
  summary: 'List your own notifications, the newest first',
  tag: 'Notifications',
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(notificationSchema) } },
})

export const countNotificationsContract = contract({
  id: 'countNotifications',
  method: 'GET',
  path: `${path}/unread`,
  summary: 'Count your unread notifications',
  description: `Counts up to ${mostCounted}.`,
  tag: 'Notifications',
  returns: { 200: { description: 'The number.', schema: unreadSchema } },
})

export const readNotificationsContract = contract({
  id: 'readNotifications',
  repeat: 'harmless',
  method: 'POST',
  path: `${path}/read`,
  summary: 'Mark your notifications as read: some, those of a run, or all',
  description: 'What is read is not told by mail or to browsers any more.',
  tag: 'Notifications',
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(200).optional(),
    runId: z.uuid().optional(),
  }),
  bodyOptional: true,
  returns: { 200: { description: 'How many are left.', schema: unreadSchema } },
})

const chosenSchema = z.object({
  choices: notificationChoicesSchema,
  /** Send it with the next change. */
  revision: z.int(),
  /** The zone of the hours: that of the organization. */
  timeZone: z.string(),
})
export type ChosenNotifications = z.infer<typeof chosenSchema>

export const getNotificationChoicesContract = contract({
  id: 'getNotificationChoices',
  method: 'GET',
  path: `${path}/choices`,
  summary: 'Read how you want to be told of things',
  tag: 'Notifications',
  returns: { 200: { description: 'The choices.', schema: chosenSchema } },
})

export const setNotificationChoicesContract = contract({
  id: 'setNotificationChoices',
  method: 'PUT',
  path: `${path}/choices`,
  summary: 'Choose how you want to be told of things',
  description: 'For what happens from now on. What a kind is not told by any more is dropped.',
  tag: 'Notifications',
  body: z.strictObject({ choices: notificationChoicesSchema, revision: z.int() }),
  returns: { 200: { description: 'Saved.', schema: chosenSchema } },
  errorStatuses: [409],
  examples: { request: { choices: defaultChoices, revision: 0 } },
})
