import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'
import { emailSchema, newPasswordSchema, personNameSchema, roleSchema } from '../people-fields.ts'
import { logoSchema } from './settings.ts'

const params = z.strictObject({ id: z.uuid('A member has a UUID as its id.') })

const roleName = z.string().describe('The name of the role, for people to read.')

export const memberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  roleName,
  /** A disabled member has no access until they are enabled again. */
  status: z.enum(['active', 'disabled']),
  disabledAt: z.iso.datetime({ offset: true }).nullable(),
  /** To the minute; null before they worked here for the first time. */
  lastSeenAt: z.iso.datetime({ offset: true }).nullable(),
  createdAt: z.iso.datetime({ offset: true }),
  /** True for the caller. */
  you: z.boolean(),
})
export type MemberView = z.infer<typeof memberSchema>

export const newMemberSchema = z.strictObject({
  name: personNameSchema,
  email: emailSchema,
  role: roleSchema,
})

/** A membership that waits for its person to accept it. */
export const invitationSchema = z.object({
  id: z.uuid(),
  /** The name that the inviter gave; a member has the name of their account. */
  name: z.string(),
  email: z.string(),
  role: z.string(),
  roleName,
  /**
   * Only a pending one has a link that works: `expired` after 7 days, `inviter_left` once the
   * inviter may not invite any more. A new link makes it pending again.
   */
  status: z.enum(['pending', 'expired', 'inviter_left']),
  mail: z.object({
    /** `not_sent`: the link has to be handed over. */
    status: z.enum(['not_sent', 'queued', 'sent', 'failed']),
    /** Why it was not sent, or not yet. */
    reason: z.string().nullable(),
  }),
  /** The name of the member or of the API key that invited. */
  invitedBy: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  /** When the link expires; a new one can be created. */
  expiresAt: z.iso.datetime({ offset: true }),
})
export type InvitationView = z.infer<typeof invitationSchema>

export const invitationWithLinkSchema = invitationSchema.extend({
  /** The link for the person. Shown only once; only a hash of its token is stored. */
  link: z.url(),
})
export type InvitationWithLink = z.infer<typeof invitationWithLinkSchema>

const memberQuerySchema = pageQuerySchema
  .extend({
    search: z.string().trim().max(200).optional().describe('Part of the name or of the address.'),
  })
  .strict()
export type MemberQuery = z.infer<typeof memberQuerySchema>

export const listMembersContract = contract({
  id: 'listMembers',
  method: 'GET',
  path: '/api/v2/members',
  summary: 'List members',
  tag: 'Members',
  query: memberQuerySchema,
  returns: { 200: { description: 'The members by name.', schema: pageOf(memberSchema) } },
})

export const addMemberContract = contract({
  id: 'addMember',
  method: 'POST',
  path: '/api/v2/members',
  summary: 'Add a member',
  description:
    'Creates a pending membership, and sends the person a mail with the `link`. `mail` says when ' +
    'it was not sent: then hand over the link. They accept it with their account, or with a ' +
    'new one whose password they choose. The answer is the same whether or ' +
    'not the address has an account. 409 when the person is a member or invited already.',
  tag: 'Members',
  body: newMemberSchema,
  returns: {
    201: { description: 'The pending membership and its link.', schema: invitationWithLinkSchema },
  },
  errorStatuses: [409],
})

const invitationParams = z.strictObject({ id: z.uuid('An invitation has a UUID as its id.') })

export const listInvitationsContract = contract({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/v2/invitations',
  summary: 'List pending memberships',
  description: 'Includes those whose link has expired; a new link can be created for them.',
  tag: 'Members',
  query: pageQuerySchema.strict(),
  returns: {
    200: { description: 'The pending memberships by address.', schema: pageOf(invitationSchema) },
  },
})

export const renewInvitationContract = contract({
  id: 'renewInvitation',
  method: 'POST',
  path: '/api/v2/invitations/{id}/link',
  summary: 'Create a new link for a pending membership',
  description:
    'The former link stops working at once; the new one is valid for 7 days and is sent by mail. ' +
    'From then on you are the inviter.',
  tag: 'Members',
  params: invitationParams,
  returns: {
    200: { description: 'With the new link.', schema: invitationWithLinkSchema },
  },
  errorStatuses: [404],
})

export const revokeInvitationContract = contract({
  id: 'revokeInvitation',
  method: 'DELETE',
  path: '/api/v2/invitations/{id}',
  summary: 'Revoke a pending membership',
  description: 'Its link stops working at once.',
  tag: 'Members',
  params: invitationParams,
  returns: { 204: { description: 'Revoked.' } },
  errorStatuses: [404],
})

const token = z.string().min(1).max(200)
const tokenParams = z.strictObject({ token })

export const openedInvitationSchema = z.object({
  organization: z.string(),
  /** For the page, which is shown to people who are not signed in. */
  logo: logoSchema.nullable(),
  role: z.string(),
  roleName,
  name: z.string(),
  email: z.string(),
  invitedBy: z.string(),
  expiresAt: z.iso.datetime({ offset: true }),
})
export type OpenedInvitation = z.infer<typeof openedInvitationSchema>

export const openInvitationContract = contract({
  id: 'openInvitation',
  method: 'GET',
  path: '/api/v2/public/invitations/{token}',
  summary: 'Read the invitation behind a link',
  description: 'For anyone who has the link; the token in it is the credential.',
  tag: 'Members',
  auth: 'public',
  params: tokenParams,
  returns: {
    200: { description: 'What is offered, and by whom.', schema: openedInvitationSchema },
  },
  errorStatuses: [404],
})

export const acceptInvitationSchema = z.discriminatedUnion(
  'account',
  [
    z.strictObject({
      /** The existing account of the invitation's address. */
      account: z.literal('existing'),
      password: z.string({ error: 'Give your password.' }).min(1, 'Give your password.').max(1000),
    }),
    z.strictObject({
      /** A new account for the invitation's address. */
      account: z.literal('new'),
      name: personNameSchema,
      password: newPasswordSchema,
    }),
  ],
  { error: 'Say `existing` or `new`.' },
)

export const joinedSchema = z.object({
  organization: z.string(),
  role: z.string(),
  roleName,
  email: z.string(),
})
export type Joined = z.infer<typeof joinedSchema>

export const acceptInvitationContract = contract({
  id: 'acceptInvitation',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/public/invitations/{token}/accept',
  summary: 'Accept an invitation with a password',
  description:
    'With the account of the address that is invited, or with a new one. Works once. ' +
    'An account with a second factor joins when that was shown, too (`POST /api/v2/sign-in/code`): ' +
    '202, with the cookie of the sign-in. ' +
    'A person who is signed in accepts by `POST /api/v2/profile/memberships`.',
  tag: 'Members',
  auth: 'public',
  params: tokenParams,
  body: acceptInvitationSchema,
  returns: {
    201: { description: 'A member now; sign in.', schema: joinedSchema },
    202: {
      description: 'The second factor is missing: a member once it was shown.',
      schema: z.object({ step: z.literal('second-factor') }),
    },
  },
  errorStatuses: [404, 409, 429],
})

export const declineInvitationContract = contract({
  id: 'declineInvitation',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/public/invitations/{token}/decline',
  summary: 'Decline an invitation',
  tag: 'Members',
  auth: 'public',
  params: tokenParams,
  returns: { 204: { description: 'Declined; the link no longer works.' } },
  errorStatuses: [404],
})

export const joinOrganizationContract = contract({
  id: 'joinOrganization',
  repeat: 'refused',
  method: 'POST',
  path: '/api/v2/profile/memberships',
  summary: 'Accept an invitation as the person who is signed in',
  description:
    'The invitation must be for the address of your account. Your session goes on in the ' +
    'organization that you joined. API keys cannot accept.',
  tag: 'Profile',
  body: z.strictObject({ token }),
  returns: { 201: { description: 'A member now.', schema: joinedSchema } },
  errorStatuses: [404, 409],
})

export const getMemberContract = contract({
  id: 'getMember',
  method: 'GET',
  path: '/api/v2/members/{id}',
  summary: 'Read a member',
  tag: 'Members',
  params,
  returns: { 200: { description: 'The member.', schema: memberSchema } },
  errorStatuses: [404],
})

const instant = z.iso.datetime({ offset: true })

/** How much ended with somebody's access, or would end. */
const endedAccessSchema = z.object({ sessions: z.int(), apiKeys: z.int(), claims: z.int() })

export const memberAccessSchema = z.object({
  signIn: z.object({
    /** False for people of single sign-on. */
    hasPassword: z.boolean(),
    /** An authenticator app. */
    totp: z.object({ createdAt: instant }).nullable(),
    passkeys: z.array(z.object({ createdAt: instant, lastUsedAt: instant.nullable() })),
    recoveryCodesLeft: z.int(),
  }),
  /** What ends when they are disabled or removed. */
  ends: endedAccessSchema,
})
export type MemberAccess = z.infer<typeof memberAccessSchema>

export const getMemberAccessContract = contract({
  id: 'getMemberAccess',
  method: 'GET',
  path: '/api/v2/members/{id}/access',
  summary: 'Read how a member gets in, and what ends with their access',
  description:
    'Their second factors, and the number of sessions, API keys and claimed screens that end when ' +
    'they are disabled or removed.',
  tag: 'Members',
  params,
  returns: { 200: { description: 'As it is now.', schema: memberAccessSchema } },
  errorStatuses: [404],
})

export const disableMemberContract = contract({
  id: 'disableMember',
  method: 'POST',
  path: '/api/v2/members/{id}/disable',
  summary: 'Disable a member',
  description:
    'The person keeps their membership, their role and what they did, and has no access. Their ' +
    'sessions in this organization, the API keys that they created and their claims of screens ' +
    'end at once; the keys for good. Neither you nor the last owner can be disabled: 409.',
  tag: 'Members',
  params,
  returns: {
    200: {
      description: 'The member, and how much ended.',
      schema: z.object({
        member: memberSchema,
        ended: endedAccessSchema,
      }),
    },
  },
  errorStatuses: [404, 409],
})

export const enableMemberContract = contract({
  id: 'enableMember',
  method: 'POST',
  path: '/api/v2/members/{id}/enable',
  summary: 'Enable a disabled member again',
  description: 'They sign in again. API keys that were stopped stay stopped.',
  tag: 'Members',
  params,
  returns: { 200: { description: 'The member.', schema: memberSchema } },
  errorStatuses: [404],
})

export const changeMemberContract = contract({
  id: 'changeMember',
  method: 'PATCH',
  path: '/api/v2/members/{id}',
  summary: 'Change the role of a member',
  description: 'The last owner of an organization stays owner: 409.',
  tag: 'Members',
  params,
  body: z.strictObject({ role: roleSchema }),
  returns: { 200: { description: 'The member.', schema: memberSchema } },
  errorStatuses: [404, 409],
})

export const removeMemberContract = contract({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/v2/members/{id}',
  summary: 'Remove a member',
  description:
    'Ends the sessions of the member in this organization, their claims of screens and the API ' +
    'keys that they created, at once and permanently. The last owner cannot be removed: 409.',
  tag: 'Members',
  params,
  returns: { 204: { description: 'Removed.' } },
  errorStatuses: [404, 409],
})
