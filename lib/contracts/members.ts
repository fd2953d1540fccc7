import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../domain/page.ts'
import { memberRoles } from '../domain/statuses.ts'
import { contract } from './contract.ts'
import { emailSchema, newPasswordSchema, personNameSchema } from './people-fields.ts'

const params = z.strictObject({ id: z.uuid('A member has a UUID as its id.') })
const role = z.enum(memberRoles, { error: 'Choose owner, builder or worker.' })

export const memberSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(memberRoles),
  createdAt: z.iso.datetime({ offset: true }),
  /** True for the caller. */
  you: z.boolean(),
})
export type MemberView = z.infer<typeof memberSchema>

export const newMemberSchema = z.strictObject({
  name: personNameSchema,
  email: emailSchema,
  role,
  /** Left out: the member signs in by single sign-on only. Not used when the person already has an account. */
  password: newPasswordSchema.optional(),
})

export const listMembersContract = contract({
  id: 'listMembers',
  method: 'GET',
  path: '/api/v2/members',
  summary: 'List members',
  tag: 'Members',
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'The members by name.', schema: pageOf(memberSchema) } },
})

export const addMemberContract = contract({
  id: 'addMember',
  method: 'POST',
  path: '/api/v2/members',
  summary: 'Add a member',
  description:
    'With `password` the person signs in by e-mail and changes it in the profile; without, by single sign-on with this e-mail address verified.',
  tag: 'Members',
  body: newMemberSchema,
  returns: { 201: { description: 'The new member.', schema: memberSchema } },
  errorStatuses: [409],
})

export const changeMemberContract = contract({
  id: 'changeMember',
  method: 'PATCH',
  path: '/api/v2/members/{id}',
  summary: 'Change the role of a member',
  description: 'The last owner of an organization stays owner: 409.',
  tag: 'Members',
  params,
  body: z.strictObject({ role }),
  returns: { 200: { description: 'The member.', schema: memberSchema } },
  errorStatuses: [404, 409],
})

export const removeMemberContract = contract({
  id: 'removeMember',
  method: 'DELETE',
  path: '/api/v2/members/{id}',
  summary: 'Remove a member',
  description: 'Ends the sessions of the member in this organization at once. The last owner cannot be removed: 409.',
  tag: 'Members',
  params,
  returns: { 204: { description: 'Removed.' } },
  errorStatuses: [404, 409],
})

export const membersContracts = [listMembersContract, addMemberContract, changeMemberContract, removeMemberContract]
