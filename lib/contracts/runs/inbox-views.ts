import { z } from 'zod'
import { viewSettingsSchema, viewSharingSchema } from '#lib/domain/run/inbox-view'
import { contract } from '../contract.ts'

const params = z.strictObject({ id: z.uuid() })
const name = z.string().trim().min(1, 'A view needs a name.').max(80)

export const inboxViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  sharing: viewSharingSchema,
  /** Of the group with which it is shared. */
  groupName: z.string().nullable(),
  settings: viewSettingsSchema,
  /** Whether the caller made it. */
  mine: z.boolean(),
  /** Whether the caller may change and delete it. */
  canChange: z.boolean(),
  revision: z.int(),
})
export type InboxView = z.infer<typeof inboxViewSchema>

export const listInboxViewsContract = contract({
  id: 'listInboxViews',
  method: 'GET',
  path: '/api/v2/inbox-views',
  summary: 'List the views of the inbox that the caller sees, with how many screens each has',
  tag: 'Inbox',
  returns: {
    200: {
      description: 'Own ones first, by name.',
      schema: z.object({
        items: z.array(
          inboxViewSchema.extend({
            /** Null when its workflow is not there any more, or not for the caller. */
            count: z.int().nullable(),
          }),
        ),
        /** How many screens there are without a filter. */
        total: z.int(),
        /** Whether the caller may share views. */
        canShare: z.boolean(),
        /** By which a person filters: all, for who may share views with them, else their own. */
        groups: z.array(z.object({ id: z.uuid(), name: z.string() })),
      }),
    },
  },
})

export const createInboxViewContract = contract({
  id: 'createInboxView',
  method: 'POST',
  path: '/api/v2/inbox-views',
  summary: 'Save a view of the inbox',
  description: 'Owners and builders share views with a group or with everybody.',
  tag: 'Inbox',
  body: z.strictObject({
    name,
    sharing: viewSharingSchema.default({ with: 'nobody' }),
    settings: viewSettingsSchema,
  }),
  returns: { 201: { description: 'The view.', schema: inboxViewSchema } },
  errorStatuses: [409],
})

export const changeInboxViewContract = contract({
  id: 'changeInboxView',
  method: 'PATCH',
  path: '/api/v2/inbox-views/{id}',
  summary: 'Change a view of the inbox',
  description:
    'By who made it; a shared one also by owners and builders. `revision` is that of the view on ' +
    'which the change is based.',
  tag: 'Inbox',
  params,
  body: z.strictObject({
    revision: z.int().min(1),
    name: name.optional(),
    sharing: viewSharingSchema.optional(),
    settings: viewSettingsSchema.optional(),
  }),
  returns: { 200: { description: 'The view.', schema: inboxViewSchema } },
  errorStatuses: [404, 409],
})

export const deleteInboxViewContract = contract({
  id: 'deleteInboxView',
  method: 'DELETE',
  path: '/api/v2/inbox-views/{id}',
  summary: 'Delete a view of the inbox',
  tag: 'Inbox',
  params,
  returns: { 204: { description: 'It is deleted.' } },
  errorStatuses: [404],
})
