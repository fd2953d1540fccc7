import { z } from 'zod'
import { caseNameSchema } from '#lib/domain/run/case-name'
import {
  defaultChoices,
  notificationChoicesSchema,
  notificationKinds,
} from '#lib/domain/notification/choices'
import { mostCounted } from '#lib/domain/notification/most-counted'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const path = '/api/v2/notifications'

const notificationSchema = z.object({
  id: z.uuid(),
  kind: z.enum(notificationKinds),
  runId: z.uuid().nullable().describe('Null: it is about a draft, a step of it, or an absence.'),
  /** The screen that it is about. */
  taskId: z.uuid().nullable(),
  workflowId: z.uuid().nullable().describe('The workflow whose draft it is about.'),
  stepId: z.string().nullable().describe('Its step; null: it is about publishing the draft.'),
  absenceId: z.uuid().nullable().describe('The absence in which the reader stands in.'),
  createdAt: instant,
  readAt: instant.nullable(),
  /** Whose absence it is; null for other kinds, and when it ended or somebody else stands in. */
  standIn: z.object({ name: z.string(), firstDay: z.iso.date(), lastDay: z.iso.date() }).nullable(),
  /** What the case or step is called now; null when the person may not see it any more. */
  about: z
    .object({
      workflow: z.string(),
      case: caseNameSchema.nullable(),
      /** The screen's title. */
      screen: z.string().nullable(),
      step: z.string().nullable().describe('The title of the step; null when it is gone.'),
      /** The absent person in whose place the reader has the screen. */
      for: z.string().nullable(),
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
  summary: 'Mark your notifications as read: some, those of a run or of a step, or all',
  description: 'What is read is not told by mail or to browsers any more.',
  tag: 'Notifications',
  body: z.strictObject({
    ids: z.array(z.uuid()).min(1).max(200).optional(),
    runId: z.uuid().optional(),
    workflowId: z.uuid().optional(),
    stepId: z.string().min(1).max(200).optional().describe('With `workflowId`.'),
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

const browsersSchema = z.object({
  /** The key with which a browser subscribes at its push service (VAPID). */
  publicKey: z.string(),
  /** How many of your browsers show notifications. */
  browsers: z.int(),
})
export type BrowsersView = z.infer<typeof browsersSchema>

const endpointSchema = z.url({ protocol: /^https?$/, error: 'Give the address.' }).max(2_000)
/** So many bytes in base64url, padded or not. */
const bytesSchema = (count: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((count * 4) / 3)}}={0,2}$`),
      `Give ${count} bytes in base64url.`,
    )

const subscriptionSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({ p256dh: bytesSchema(65), auth: bytesSchema(16) }),
})
export type PushSubscriptionBody = z.infer<typeof subscriptionSchema>

const examplePoint =
  'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

export const getBrowsersContract = contract({
  id: 'getBrowsers',
  method: 'GET',
  path: `${path}/browsers`,
  summary: 'Read the key of push messages, and how many of your browsers get them',
  tag: 'Notifications',
  returns: { 200: { description: 'The key and the number.', schema: browsersSchema } },
})

export const addBrowserContract = contract({
  id: 'addBrowser',
  repeat: 'harmless',
  method: 'POST',
  path: `${path}/browsers`,
  summary: 'Turn on push messages for your browser',
  description:
    'The body is what the Push API of the browser answers. It ends with the session: signing out ' +
    'turns it off.',
  tag: 'Notifications',
  body: subscriptionSchema,
  returns: { 200: { description: 'Turned on.', schema: browsersSchema } },
  examples: {
    request: {
      endpoint: 'https://push.example.com/send/abc',
      keys: { p256dh: examplePoint, auth: 'BTBZMqHH6r4Tts7J_aSIgg' },
    },
  },
})

export const removeBrowserContract = contract({
  id: 'removeBrowser',
  repeat: 'harmless',
  method: 'POST',
  path: `${path}/browsers/off`,
  summary: 'Turn off push messages for your browser',
  tag: 'Notifications',
  body: z.strictObject({ endpoint: endpointSchema }),
  returns: { 200: { description: 'Turned off.', schema: browsersSchema } },
  examples: { request: { endpoint: 'https://push.example.com/send/abc' } },
})

export const stopNotificationMailsContract = contract({
  id: 'stopNotificationMails',
  repeat: 'harmless',
  method: 'POST',
  path: `${path}/stop/{token}`,
  summary: 'For mail programs: stop the mails of notifications with one click (RFC 8058)',
  description: 'The address is that of the header List-Unsubscribe. The body is not read.',
  tag: 'Notifications',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  returns: { 200: { description: 'Stopped.', schema: z.object({ stopped: z.literal(true) }) } },
  errorStatuses: [404],
})
