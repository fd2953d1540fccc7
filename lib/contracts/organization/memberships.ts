import { z } from 'zod'
import { contract } from '../contract.ts'

export const membershipSchema = z.object({
  organizationId: z.uuid(),
  organization: z.string(),
  role: z.string(),
  roleName: z.string().describe('The name of the role, for people to read.'),
  /** True for the organization that your session works in. */
  current: z.boolean(),
})
export type Membership = z.infer<typeof membershipSchema>

/** The kinds of things that a link may open. */
const linkedKinds = [
  'run',
  'screen',
  'workflow',
  'form',
  'file',
  'schedule',
  'connection',
  'policy',
  'mail',
  'letter',
  'member',
] as const
export type LinkedKind = (typeof linkedKinds)[number]

export const listMembershipsContract = contract({
  id: 'listMemberships',
  method: 'GET',
  path: '/api/v2/profile/memberships',
  summary: 'List the organizations that you belong to',
  description:
    'With `kind` and `id` only those that have this thing: for a link that belongs to another ' +
    'organization than the current one. An API key belongs to none.',
  tag: 'Profile',
  query: z
    .strictObject({
      kind: z.enum(linkedKinds).optional(),
      /** Its id; of a form its slug, of a workflow either. */
      id: z.string().min(1).max(200).optional(),
    })
    .refine(({ kind, id }) => (kind === undefined) === (id === undefined), {
      path: ['id'],
      message: 'Give kind and id together.',
    }),
  returns: {
    200: {
      description: 'By name, at most 200.',
      schema: z.object({ items: z.array(membershipSchema) }),
    },
  },
})

const elsewhereSchema = z.object({
  cell: z.string().describe('Sign in there by `/sign-in?cell=` and this name.'),
  organizations: z
    .array(z.object({ organizationId: z.uuid(), organization: z.string(), roleName: z.string() }))
    .describe('Empty where that account was made apart: it tells them when you sign in there.'),
})
export type Elsewhere = z.infer<typeof elsewhereSchema>

export const listOrganizationsElsewhereContract = contract({
  id: 'listOrganizationsElsewhere',
  method: 'GET',
  path: '/api/v2/profile/organizations-elsewhere',
  summary: 'List your accounts in other clusters of this service',
  description:
    'Where organizations live in several clusters of databases, your e-mail address may have an ' +
    'account in more than one, each with its own password and factors. A cluster that does not ' +
    'answer is left out. An API key has none.',
  tag: 'Profile',
  returns: {
    200: {
      description: 'One for each other cluster.',
      schema: z.object({ items: z.array(elsewhereSchema) }),
    },
  },
})

export const switchOrganizationContract = contract({
  id: 'switchOrganization',
  method: 'PUT',
  path: '/api/v2/profile/organization',
  summary: 'Work in another organization that you belong to',
  description:
    'Your session goes on there, in all tabs of the browser. A request with the header ' +
    '`Rounds-Organization` is refused (409) when its session works in another one.',
  tag: 'Profile',
  body: z.strictObject({ organizationId: z.uuid('An organization has a UUID as its id.') }),
  returns: { 200: { description: 'The organization.', schema: membershipSchema } },
  errorStatuses: [404],
})
