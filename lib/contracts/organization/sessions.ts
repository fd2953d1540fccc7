import { z } from 'zod'
import { contract } from '../contract.ts'
import {
  emailSchema,
  newPasswordSchema,
  organizationNameSchema,
  personNameSchema,
} from '../people-fields.ts'

const instant = z.iso.datetime({ offset: true })

export const sessionSchema = z.object({
  id: z.uuid(),
  /** The user agent of the browser at sign-in. */
  userAgent: z.string().nullable(),
  createdAt: instant,
  /** The last activity, to the minute. */
  lastSeenAt: instant,
  expiresAt: instant,
  /** Until its person gives the password or a factor. */
  locked: z.boolean(),
  /** True for the session of this request. */
  current: z.boolean(),
})
export type SessionView = z.infer<typeof sessionSchema>

export const listSessionsContract = contract({
  id: 'listSessions',
  method: 'GET',
  path: '/api/v2/sessions',
  summary: 'List the places where you are signed in',
  tag: 'Profile',
  returns: {
    200: {
      description: 'Your live sessions, the latest first.',
      schema: z.object({ items: z.array(sessionSchema) }),
    },
  },
})

export const endSessionContract = contract({
  id: 'endSession',
  method: 'DELETE',
  path: '/api/v2/sessions/{id}',
  summary: 'Sign out one of your sessions',
  tag: 'Profile',
  params: z.strictObject({ id: z.uuid('A session has a UUID as its id.') }),
  returns: { 204: { description: 'Signed out.' } },
  errorStatuses: [404],
})

export const endAllSessionsContract = contract({
  id: 'endAllSessions',
  method: 'DELETE',
  path: '/api/v2/sessions',
  summary: 'Sign out everywhere, this browser included',
  tag: 'Profile',
  returns: {
    200: { description: 'How many sessions were ended.', schema: z.object({ ended: z.int() }) },
  },
})

const memberParams = z.strictObject({ id: z.uuid('A member has a UUID as its id.') })

export const listMemberSessionsContract = contract({
  id: 'listMemberSessions',
  method: 'GET',
  path: '/api/v2/members/{id}/sessions',
  summary: 'List the places where a member is signed in',
  description: 'Those that work in this organization now.',
  tag: 'Members',
  params: memberParams,
  returns: {
    200: {
      description: 'Their live sessions, the latest first.',
      schema: z.object({ items: z.array(sessionSchema) }),
    },
  },
  errorStatuses: [404],
})

export const endMemberSessionContract = contract({
  id: 'endMemberSession',
  method: 'DELETE',
  path: '/api/v2/members/{id}/sessions/{sessionId}',
  summary: 'Sign out one session of a member',
  tag: 'Members',
  params: memberParams.extend({ sessionId: z.uuid('A session has a UUID as its id.') }),
  returns: { 204: { description: 'Signed out.' } },
  errorStatuses: [404],
})

export const endMemberSessionsContract = contract({
  id: 'endMemberSessions',
  method: 'DELETE',
  path: '/api/v2/members/{id}/sessions',
  summary: 'Sign a member out everywhere',
  description:
    'Also where they work in another organization at the moment. They may sign in again.',
  tag: 'Members',
  params: memberParams,
  returns: {
    200: {
      description: 'How many sessions in this organization were ended.',
      schema: z.object({ ended: z.int() }),
    },
  },
  errorStatuses: [404],
})

export const changePasswordSchema = z.strictObject({
  currentPassword: z
    .string({ error: 'Give your current password.' })
    .min(1, 'Give your current password.')
    .max(1000),
  newPassword: newPasswordSchema,
})

export const changePasswordContract = contract({
  id: 'changePassword',
  method: 'POST',
  path: '/api/v2/profile/password',
  summary: 'Change your password',
  description: 'Signs out all your other sessions.',
  tag: 'Profile',
  body: changePasswordSchema,
  returns: { 204: { description: 'Changed.' } },
  errorStatuses: [409, 429],
})

export const firstStartSchema = z.strictObject({
  name: personNameSchema,
  email: emailSchema,
  password: newPasswordSchema,
  /** Needed only when no organization was seeded. */
  organizationName: organizationNameSchema.optional(),
  /** Asked of everybody but who sits at the server itself. */
  setUpToken: z.string().trim().max(200).optional(),
})

export const createFirstOwnerContract = contract({
  id: 'createFirstOwner',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/first-start',
  summary: 'Create the first owner account of a new installation',
  description:
    'Works once, while there is no account; afterwards 409. From another machine it needs the ' +
    'set-up token, which the server keeps in the file `set-up-token` of its data folder.',
  tag: 'Profile',
  auth: 'public',
  body: firstStartSchema,
  returns: {
    201: { description: 'Sign in with it now.', schema: z.object({ email: z.string() }) },
  },
  errorStatuses: [409],
})
