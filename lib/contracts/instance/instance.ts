import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'
import { invitationWithLinkSchema } from '../organization/members.ts'
import { timeZoneSchema } from '../organization/settings.ts'
import { emailSchema, organizationNameSchema, personNameSchema } from '../people-fields.ts'

const instant = z.iso.datetime({ offset: true })
const params = z.strictObject({ id: z.uuid('An organization has a UUID as its id.') })

const quota = (what: string, most: number) =>
  z
    .int(`A limit is a whole number of ${what}.`)
    .min(1, `A limit is at least 1 ${what.replace(/s\b/, '')}.`)
    .max(most, `A limit is at most ${most.toLocaleString('en-US')} ${what}.`)
    .nullable()

/** What an organization may use; null is no limit. */
export const quotasSchema = z.strictObject({
  /** API requests; null: as the installation says (`RATE_LIMITS`). The same as `ratePerMinute`. */
  requestsPerMinute: quota('requests a minute', 100_000_000),
  /** Runs that its API keys start. */
  startsPerMinute: quota('starts a minute', 100_000_000),
  /** Files, in bytes. */
  storageBytes: quota('bytes', Number.MAX_SAFE_INTEGER),
  /** For which its code steps occupy a process. */
  codeSecondsPerHour: quota('seconds an hour', 100_000_000),
})
export type Quotas = z.infer<typeof quotasSchema>

/** What instance administrators see of an organization: none of its data. */
export const organizationSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  /** IANA name, like `America/New_York`. */
  timeZone: z.string(),
  createdAt: instant,
  /** Members who are not disabled. */
  members: z.int(),
  /** Owners among them: with 0 it waits for its first owner. */
  owners: z.int(),
  /** API requests a minute; null: as the installation says. */
  ratePerMinute: z.int().nullable(),
  quotas: quotasSchema,
})
export type OrganizationView = z.infer<typeof organizationSchema>

export const firstOwnerSchema = z.strictObject({ name: personNameSchema, email: emailSchema })

export const newOrganizationSchema = z.strictObject({
  name: organizationNameSchema,
  timeZone: timeZoneSchema.optional(),
  /** Gets an invitation, and is its first owner once they accept it. */
  owner: firstOwnerSchema,
})

export const listOrganizationsContract = contract({
  id: 'listOrganizations',
  method: 'GET',
  path: '/api/v2/instance/organizations',
  summary: 'List the organizations of this installation',
  description: 'For instance administrators. It shows none of the data of an organization.',
  tag: 'Instance',
  query: pageQuerySchema.strict(),
  returns: {
    200: { description: 'The organizations by name.', schema: pageOf(organizationSchema) },
  },
})

export const createOrganizationContract = contract({
  id: 'createOrganization',
  method: 'POST',
  path: '/api/v2/instance/organizations',
  summary: 'Create an organization and invite its first owner',
  description:
    'For instance administrators, who do not become members of it. `invitation.mail` says whether ' +
    'the link was mailed, or has to be handed over.',
  tag: 'Instance',
  body: newOrganizationSchema,
  returns: {
    201: {
      description: 'The organization, and the invitation of its first owner.',
      schema: z.object({
        organization: organizationSchema,
        invitation: invitationWithLinkSchema,
      }),
    },
  },
})

export const renameOrganizationContract = contract({
  id: 'renameOrganization',
  method: 'PATCH',
  path: '/api/v2/instance/organizations/{id}',
  summary: 'Rename an organization',
  description: 'For instance administrators. The audit log of the organization says who did it.',
  tag: 'Instance',
  params,
  body: z.strictObject({ name: organizationNameSchema }),
  returns: { 200: { description: 'The organization.', schema: organizationSchema } },
  errorStatuses: [404],
})

export const limitOrganizationContract = contract({
  id: 'limitOrganization',
  method: 'PUT',
  path: '/api/v2/instance/organizations/{id}/rate-limit',
  summary: 'Set how many API requests a minute an organization may make',
  description:
    'For instance administrators. `null`: the limit of the installation (`RATE_LIMITS`). The audit ' +
    'log of the organization says who did it.',
  tag: 'Instance',
  params,
  body: z.strictObject({
    ratePerMinute: z
      .int('A limit is a whole number of requests a minute.')
      .min(1, 'A limit is at least 1 request a minute.')
      .max(100_000_000, 'A limit is at most 100,000,000 requests a minute.')
      .nullable(),
  }),
  returns: { 200: { description: 'The organization.', schema: organizationSchema } },
  errorStatuses: [404],
})

export const setQuotasContract = contract({
  id: 'setQuotas',
  method: 'PUT',
  path: '/api/v2/instance/organizations/{id}/quotas',
  summary: 'Set what an organization may use',
  description:
    'For instance administrators: API requests and starts of runs by API keys a minute, bytes of files, and seconds ' +
    'of code steps an hour; `null` is no limit. A start over its limit is 429 `rate_limited`, an ' +
    'upload 409 `storage_quota`; code steps wait. What people, forms, schedules and mails start is ' +
    'never refused. The audit log of the organization says who did it.',
  tag: 'Instance',
  params,
  body: quotasSchema,
  returns: { 200: { description: 'The organization.', schema: organizationSchema } },
  errorStatuses: [404],
})

export const inviteFirstOwnerContract = contract({
  id: 'inviteFirstOwner',
  method: 'POST',
  path: '/api/v2/instance/organizations/{id}/owner',
  summary: 'Invite the first owner of an organization again, or somebody else',
  description:
    'For instance administrators, while the organization has no owner: 409 afterwards, because ' +
    'its owners decide who belongs to it. Former invitations of a first owner stop working.',
  tag: 'Instance',
  params,
  body: firstOwnerSchema,
  returns: { 201: { description: 'The invitation.', schema: invitationWithLinkSchema } },
  errorStatuses: [404, 409],
})

export const instanceAdministratorSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  grantedBy: z.string(),
  createdAt: instant,
})
export type InstanceAdministrator = z.infer<typeof instanceAdministratorSchema>

export const listInstanceAdministratorsContract = contract({
  id: 'listInstanceAdministrators',
  method: 'GET',
  path: '/api/v2/instance/administrators',
  summary: 'List the instance administrators',
  tag: 'Instance',
  returns: {
    200: {
      description: 'By name.',
      schema: z.object({ items: z.array(instanceAdministratorSchema) }),
    },
  },
})

export const addInstanceAdministratorContract = contract({
  id: 'addInstanceAdministrator',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/instance/administrators',
  summary: 'Make somebody an instance administrator',
  description: 'The person needs an account. Being one gives no access to any organization.',
  tag: 'Instance',
  body: z.strictObject({ email: emailSchema }),
  returns: { 201: { description: 'The administrator.', schema: instanceAdministratorSchema } },
  errorStatuses: [404],
})

export const removeInstanceAdministratorContract = contract({
  id: 'removeInstanceAdministrator',
  method: 'DELETE',
  path: '/api/v2/instance/administrators/{id}',
  summary: 'End that somebody is an instance administrator',
  description: 'The last one stays: 409.',
  tag: 'Instance',
  params: z.strictObject({ id: z.uuid('A person has a UUID as their id.') }),
  returns: { 204: { description: 'Ended.' } },
  errorStatuses: [404, 409],
})
