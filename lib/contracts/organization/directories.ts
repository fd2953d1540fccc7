import { z } from 'zod'
import { directoryKinds, directorySettingsSchema, sandboxEvents } from '../../domain/directory.ts'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { roleSchema } from '../people-fields.ts'

const instant = z.iso.datetime({ offset: true })
const params = z.strictObject({ id: z.uuid('A directory has a UUID as its id.') })

export const directoryPlanSchema = z.object({
  id: z.uuid(),
  createdAt: instant,
  /** How many members the organization had. */
  members: z.int(),
  /** How many of them would lose their access. */
  leavers: z.int(),
})
export type DirectoryPlanView = z.infer<typeof directoryPlanSchema>

export const directorySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(directoryKinds),
  settings: directorySettingsSchema,
  /** Where a directory that pushes sends its people; null for the others. */
  address: z.string().nullable(),
  /** The first characters of its token, by which people recognise it. */
  tokenPrefix: z.string().nullable(),
  tokenCreatedAt: instant.nullable(),
  /** Until when the token before works, after a rotation. */
  formerTokenUntil: instant.nullable(),
  lastSyncAt: instant.nullable(),
  lastSyncOk: z.boolean().nullable(),
  lastSyncMessage: z.string().nullable(),
  /** Why the last refused request of a directory that pushes was refused. */
  lastRefusal: z.object({ at: instant, message: z.string() }).nullable(),
  /** How a directory is read; null for the others. */
  read: z
    .object({
      /** The connection with its address and key. */
      connection: z.object({ slug: z.string(), name: z.string() }).nullable(),
      /** A read was asked for, or is under way. */
      isDue: z.boolean(),
      /** When everything was read the last time, not only events. */
      reconciledAt: instant.nullable(),
      webhook: z.object({ address: z.string(), isSigned: z.boolean() }),
    })
    .nullable(),
  /** Its people, and those of them who are active. */
  people: z.int(),
  active: z.int(),
  groups: z.int(),
  /** Changes that wait for a person. */
  plan: directoryPlanSchema.nullable(),
  createdAt: instant,
})
export type DirectoryView = z.infer<typeof directorySchema>

/** Only the answers that make a token have it. */
export const directoryWithTokenSchema = directorySchema.extend({ token: z.string().nullable() })
export type DirectoryWithToken = z.infer<typeof directoryWithTokenSchema>

const nameSchema = oneLine(
  z
    .string({ error: 'Give the directory a name.' })
    .trim()
    .min(1, 'Give the directory a name, for example Okta.')
    .max(80, 'A name has at most 80 characters.'),
)

export const newDirectorySchema = z
  .strictObject({
    name: nameSchema,
    kind: z.enum(directoryKinds, { error: `Choose one of ${directoryKinds.join(', ')}.` }),
    /** The slug of the directory connection by which a directory of the kind `workos` is read. */
    connection: z.string().trim().min(1, 'Choose the connection to WorkOS.').max(200).optional(),
    settings: directorySettingsSchema.default({ joiners: 'members', defaultRole: 'worker' }),
  })
  .refine(({ kind, connection }) => (kind === 'workos') === (connection !== undefined), {
    path: ['connection'],
    error: 'Choose the WorkOS connection of the directory; only the kind workos has one.',
  })

export const listDirectoriesContract = contract({
  id: 'listDirectories',
  method: 'GET',
  path: '/api/v2/directories',
  summary: 'List the directories of the organization',
  tag: 'Directory',
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'The directories by name.', schema: pageOf(directorySchema) } },
})

export const getDirectoryContract = contract({
  id: 'getDirectory',
  method: 'GET',
  path: '/api/v2/directories/{id}',
  summary: 'Read a directory',
  tag: 'Directory',
  params,
  returns: { 200: { description: 'The directory.', schema: directorySchema } },
  errorStatuses: [404],
})

export const createDirectoryContract = contract({
  id: 'createDirectory',
  method: 'POST',
  path: '/api/v2/directories',
  summary: 'Connect a directory',
  description:
    'A directory of the kind `scim` pushes its people to `address` with the token of this ' +
    'answer, which is shown this once (SCIM 2.0, RFC 7644). `workos` is read by us through the ' +
    'directory connection with the slug `connection`. `sandbox` has invented people.',
  tag: 'Directory',
  body: newDirectorySchema,
  returns: {
    201: { description: 'The directory, with its token.', schema: directoryWithTokenSchema },
  },
  errorStatuses: [409],
  examples: { request: { name: 'Okta', kind: 'scim' } },
})

export const changeDirectoryContract = contract({
  id: 'changeDirectory',
  method: 'PATCH',
  path: '/api/v2/directories/{id}',
  summary: 'Change the name or the settings of a directory',
  tag: 'Directory',
  params,
  body: z.strictObject({
    name: nameSchema.optional(),
    settings: directorySettingsSchema.optional(),
  }),
  returns: { 200: { description: 'The directory.', schema: directorySchema } },
  errorStatuses: [404, 409],
})

export const rotateDirectoryTokenContract = contract({
  id: 'rotateDirectoryToken',
  method: 'POST',
  path: '/api/v2/directories/{id}/token',
  summary: 'Make a new token for a directory that pushes',
  description: 'The token before works for `overlapHours` more; 0 ends it at once.',
  tag: 'Directory',
  params,
  body: z.strictObject({ overlapHours: z.int().min(0).max(168).default(24) }),
  returns: {
    200: { description: 'The directory, with its new token.', schema: directoryWithTokenSchema },
  },
  errorStatuses: [404, 409],
})

export const requestDirectorySyncContract = contract({
  id: 'requestDirectorySync',
  method: 'POST',
  path: '/api/v2/directories/{id}/sync',
  summary: 'Read a whole directory again',
  description:
    'For a directory of the kind `workos`. It is read within seconds by a worker; `read.isDue`, ' +
    '`lastSyncAt` and `lastSyncMessage` of the directory tell how it goes. Without this it is ' +
    'read once a day, and its events every minute and with each webhook message.',
  tag: 'Directory',
  repeat: 'harmless',
  params,
  returns: { 202: { description: 'It is read soon.', schema: directorySchema } },
  errorStatuses: [404, 409],
})

export const setDirectoryWebhookSecretContract = contract({
  id: 'setDirectoryWebhookSecret',
  method: 'PUT',
  path: '/api/v2/directories/{id}/webhook-secret',
  summary: 'Store the secret that signs the webhook messages of a directory',
  description: 'As WorkOS shows it beside the endpoint; it is never shown again. `null`: none.',
  tag: 'Directory',
  params,
  body: z.strictObject({
    secret: z
      .string({ error: 'Give the signing secret that WorkOS shows beside the endpoint.' })
      .trim()
      .min(8, 'This is too short for a signing secret.')
      .max(500)
      .nullable(),
  }),
  returns: { 200: { description: 'The directory.', schema: directorySchema } },
  errorStatuses: [404, 409],
  examples: { request: { secret: 'the-secret-that-workos-shows' } },
})

export const receiveDirectoryWebhookContract = contract({
  id: 'receiveDirectoryWebhook',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/hooks/directories/{token}',
  summary: 'For WorkOS: webhook of a directory',
  description:
    'WorkOS defines the body. Its signature (`WorkOS-Signature`) is verified over the received ' +
    'bytes, and its time must be within five minutes; otherwise 401, and nothing is read. A ' +
    'message makes us read the list of events; a repeated one does nothing.',
  tag: 'Directory',
  auth: 'public',
  params: z.strictObject({ token: z.string().min(1).max(200) }),
  returns: { 200: { description: 'Accepted.', schema: z.record(z.string(), z.unknown()) } },
  errorStatuses: [401, 404, 413],
  examples: { response: {} },
})

export const deleteDirectoryContract = contract({
  id: 'deleteDirectory',
  method: 'DELETE',
  path: '/api/v2/directories/{id}',
  summary: 'Disconnect a directory for good',
  description:
    'Its people stay members with the roles that they have; its groups, and access that goes by ' +
    'them, end. `confirm` must be the exact name of the directory.',
  tag: 'Directory',
  params,
  query: z.strictObject({
    confirm: z.string({ error: 'Give the name of the directory as `confirm`.' }),
  }),
  returns: { 204: { description: 'Disconnected.' } },
  errorStatuses: [404],
})

export const directoryUserSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  userName: z.string(),
  email: z.string().nullable(),
  active: z.boolean(),
  /** The member, when there is one. */
  memberId: z.uuid().nullable(),
  /** Their role here; null without access. */
  role: z.string().nullable(),
  roleName: z.string().nullable().describe('The name of that role, for people to read.'),
  groups: z.array(z.string()),
  /** Why the person has not what the directory says. */
  problem: z.string().nullable(),
  /** The end of their access waits for a person. */
  waits: z.boolean(),
})
export type DirectoryUserView = z.infer<typeof directoryUserSchema>

export const listDirectoryUsersContract = contract({
  id: 'listDirectoryUsers',
  method: 'GET',
  path: '/api/v2/directories/{id}/users',
  summary: 'List the people of a directory',
  tag: 'Directory',
  params,
  query: pageQuerySchema
    .extend({
      waits: z.enum(['true', 'false']).optional(),
      /** A part of the name or the address. */
      search: z.string().trim().max(200).optional(),
    })
    .strict(),
  returns: { 200: { description: 'Its people by name.', schema: pageOf(directoryUserSchema) } },
  errorStatuses: [404],
})

export const directoryGroupViewSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  externalId: z.string().nullable(),
  directory: z.object({ id: z.uuid(), name: z.string() }),
  /** How many active people it has. */
  people: z.int(),
  /** The role that its people have; null: it gives none. */
  role: z.string().nullable(),
  /** The slug of the calendar by which its screens count; null: the default one. */
  calendar: z.string().nullable(),
})
export type DirectoryGroupView = z.infer<typeof directoryGroupViewSchema>

export const listDirectoryGroupsContract = contract({
  id: 'listDirectoryGroups',
  method: 'GET',
  path: '/api/v2/directory-groups',
  summary: 'List the groups of all directories, or of one',
  tag: 'Directory',
  query: pageQuerySchema.extend({ directory: z.uuid().optional() }).strict(),
  returns: {
    200: { description: 'The groups by name.', schema: pageOf(directoryGroupViewSchema) },
  },
})

export const listMemberGroupsContract = contract({
  id: 'listMemberGroups',
  method: 'GET',
  path: '/api/v2/members/{id}/groups',
  summary: 'List the directory groups that a member is in',
  description:
    'Over all directories; access rules go by the same groups. None while the directory has the ' +
    'person switched off.',
  tag: 'Directory',
  params: z.strictObject({ id: z.uuid('A member has a UUID as its id.') }),
  query: pageQuerySchema.strict(),
  returns: {
    200: { description: 'The groups by name.', schema: pageOf(directoryGroupViewSchema) },
  },
  errorStatuses: [404],
})

export const setDirectoryGroupRoleContract = contract({
  id: 'setDirectoryGroupRole',
  method: 'PUT',
  path: '/api/v2/directory-groups/{id}/role',
  summary: 'Give the people of a group a role',
  description:
    'A built-in or a custom role. A person in several groups has the strongest role of them: the ' +
    'one with the most permissions. An owner whom a person appointed stays owner. `null`: the ' +
    'group gives no role.',
  tag: 'Directory',
  params: z.strictObject({ id: z.uuid('A group has a UUID as its id.') }),
  body: z.strictObject({ role: roleSchema.nullable() }),
  returns: { 200: { description: 'The group.', schema: directoryGroupViewSchema } },
  errorStatuses: [404],
})

export const setDirectoryGroupCalendarContract = contract({
  id: 'setDirectoryGroupCalendar',
  method: 'PUT',
  path: '/api/v2/directory-groups/{id}/calendar',
  summary: 'Say by which calendar the screens of a group count working time',
  description:
    'It counts for screens that the group may do and whose step names no calendar. `null`: the ' +
    'default calendar.',
  tag: 'Directory',
  params: z.strictObject({ id: z.uuid('A group has a UUID as its id.') }),
  body: z.strictObject({ calendar: z.string().min(1).max(64).nullable() }),
  returns: { 200: { description: 'The group.', schema: directoryGroupViewSchema } },
  errorStatuses: [404],
})

export const decideDirectoryPlanContract = contract({
  id: 'decideDirectoryPlan',
  method: 'POST',
  path: '/api/v2/directories/{id}/plan',
  summary: 'Activate the changes that wait, or keep the people',
  description:
    'A directory that would end the access of more than a tenth of the members within an hour ' +
    'waits for a person. `activate` ends it now; `keep` leaves the people in as members that the ' +
    'directory does not know. `plan` and `leavers` are those that the person saw: 409 when they ' +
    'have changed.',
  tag: 'Directory',
  params,
  body: z.strictObject({
    plan: z.uuid(),
    leavers: z.int().min(0),
    decision: z.enum(['activate', 'keep'], { error: 'Choose activate or keep.' }),
  }),
  returns: { 200: { description: 'The directory.', schema: directorySchema } },
  errorStatuses: [404, 409],
  examples: {
    request: { plan: '01a20095-4a4c-7000-8000-32ba9a1f0c11', leavers: 14, decision: 'activate' },
  },
})

export const playSandboxDirectoryContract = contract({
  id: 'playSandboxDirectory',
  method: 'POST',
  path: '/api/v2/directories/{id}/sandbox',
  summary: 'Let somebody join, move or leave in a sandbox directory',
  tag: 'Directory',
  params,
  body: z.strictObject({
    event: z.enum(sandboxEvents, { error: `Choose one of ${sandboxEvents.join(', ')}.` }),
  }),
  returns: {
    200: {
      description: 'What happened, in a sentence.',
      schema: z.object({ happened: z.string(), directory: directorySchema }),
    },
  },
  errorStatuses: [404, 409],
  examples: { request: { event: 'joiner' } },
})
