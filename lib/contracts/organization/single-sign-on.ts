import { z } from 'zod'
import {
  oidcConfigSchema,
  samlConfigSchema,
  ssoKinds,
  ssoStatuses,
} from '../../domain/single-sign-on/connection.ts'
import { memberRoles } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'

const tag = 'Single sign-on'
const instant = z.iso.datetime({ offset: true })
const id = z.uuid('A connection and a domain have a UUID as their id.')
const params = z.strictObject({ id })

const name = oneLine(
  z
    .string({ error: 'Give a name, such as that of the provider.' })
    .trim()
    .min(1, 'Give a name, such as that of the provider.')
    .max(60, 'A name has at most 60 characters.'),
)
const joinRole = z
  .enum(memberRoles, { error: 'Choose builder, worker, auditor or viewer, or null.' })
  .exclude(['owner'], { error: 'Nobody becomes an owner by signing in. Choose another role.' })
  .nullable()
const clientSecret = z
  .string({ error: 'Give the client secret.' })
  .min(1, 'Give the client secret.')
  .max(500, 'A client secret has at most 500 characters.')

export const ssoConnectionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(ssoKinds),
  name: z.string(),
  status: z.enum(ssoStatuses),
  /** Without the client secret, which is never answered. */
  oidc: oidcConfigSchema.nullable(),
  saml: samlConfigSchema
    .extend({
      /** Until when each certificate says that it is valid, in the order of `certificates`. */
      certificatesEnd: z.array(instant),
      /** Until when the certificate of our own key is valid; null: there is no key yet. */
      ownKeyEnd: instant.nullable(),
      /** When the metadata were read again; daily, where their address is known. */
      checkedAt: instant.nullable(),
      /** Why they could not be used then. */
      metadataProblem: z.string().nullable(),
    })
    .nullable(),
  /** The role of people of proven domains who join at their first sign-in; null: nobody does. */
  joinRole: z.enum(memberRoles).nullable(),
  /** What must be entered at the provider. */
  addresses: z.object({
    /** OIDC: redirect URI. */
    callback: z.url().nullable(),
    /** OIDC: back-channel log-out URI. */
    backChannelLogout: z.url().nullable(),
    /** OIDC: post-logout redirect URI. */
    signedOut: z.url().nullable(),
    /** SAML: assertion consumer service (reply URL). */
    acs: z.url().nullable(),
    /** SAML: our entity id, and the address of our metadata. */
    metadata: z.url().nullable(),
    /** SAML: single log-out service, for HTTP-Redirect and HTTP-POST. */
    logout: z.url().nullable(),
    /** Where a sign-in can be begun, for a tile in the provider's portal. */
    start: z.url(),
  }),
  lastTest: z
    .object({
      at: instant,
      ok: z.boolean(),
      message: z.string(),
      found: z
        .object({ subject: z.string(), email: z.string().nullable(), name: z.string().nullable() })
        .optional(),
    })
    .nullable(),
  createdAt: instant,
})
export type SsoConnectionView = z.infer<typeof ssoConnectionSchema>

export const emailDomainSchema = z.object({
  id: z.uuid(),
  domain: z.string(),
  /** The DNS record that proves it. */
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  connectionId: z.uuid().nullable(),
  /** People with such an address sign in by single sign-on only. */
  enforced: z.boolean(),
  provenAt: instant.nullable(),
  checkedAt: instant.nullable(),
  /** Since when the record is missing; after seven days the proof is lost. */
  failingSince: instant.nullable(),
})
export type EmailDomainView = z.infer<typeof emailDomainSchema>

const changedEmailDomainSchema = emailDomainSchema.extend({
  sessionsEnded: z
    .int()
    .describe('How many sessions ended because they began without the provider.'),
})
export type ChangedEmailDomain = z.infer<typeof changedEmailDomainSchema>

export const singleSignOnSchema = z.object({
  connections: z.array(ssoConnectionSchema),
  domains: z.array(emailDomainSchema),
  /** Owners who may sign in without single sign-on where it is enforced. */
  breakGlassOwners: z.array(
    z.object({ userId: z.uuid(), name: z.string(), email: z.string(), usedAt: instant.nullable() }),
  ),
})
export type SingleSignOnView = z.infer<typeof singleSignOnSchema>

export const getSingleSignOnContract = contract({
  id: 'getSingleSignOn',
  method: 'GET',
  path: '/api/v2/sso',
  summary: 'Read how people sign in',
  tag,
  returns: {
    200: { description: 'Connections, domains, break-glass owners.', schema: singleSignOnSchema },
  },
})

export const newSsoConnectionSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({
      kind: z.literal('oidc'),
      name,
      oidc: oidcConfigSchema,
      clientSecret,
      joinRole: joinRole.optional(),
    }),
    z.strictObject({
      kind: z.literal('saml'),
      name,
      saml: samlConfigSchema,
      joinRole: joinRole.optional(),
    }),
  ],
  { error: 'Say `oidc` or `saml`.' },
)

export const createSsoConnectionContract = contract({
  id: 'createSsoConnection',
  method: 'POST',
  path: '/api/v2/sso/connections',
  summary: 'Set up an identity provider',
  description: 'It counts only after a test sign-in, and after it is activated.',
  tag,
  body: newSsoConnectionSchema,
  returns: { 201: { description: 'A draft.', schema: ssoConnectionSchema } },
  errorStatuses: [409],
})

export const changeSsoConnectionSchema = z.strictObject({
  name: name.optional(),
  oidc: oidcConfigSchema.optional(),
  clientSecret: clientSecret.optional(),
  saml: samlConfigSchema.optional(),
  joinRole: joinRole.optional(),
  /** True after a test sign-in that worked. */
  active: z.boolean().optional(),
})

export const changeSsoConnectionContract = contract({
  id: 'changeSsoConnection',
  method: 'PATCH',
  path: '/api/v2/sso/connections/{id}',
  summary: 'Change, activate or pause an identity provider',
  description:
    'Another issuer, client or entity makes it a draft that must be tested again. 409 while a ' +
    'domain enforces single sign-on with it, and for activating without a test.',
  tag,
  params,
  body: changeSsoConnectionSchema,
  returns: { 200: { description: 'As it is now.', schema: ssoConnectionSchema } },
  errorStatuses: [404, 409],
})

export const deleteSsoConnectionContract = contract({
  id: 'deleteSsoConnection',
  method: 'DELETE',
  path: '/api/v2/sso/connections/{id}',
  summary: 'Delete an identity provider',
  description: 'Ends the sessions that it started. 409 while a domain enforces it.',
  tag,
  params,
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404, 409],
})

export const testSsoConnectionContract = contract({
  id: 'testSsoConnection',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/sso/connections/{id}/test',
  summary: 'Begin a test sign-in',
  description:
    'Open `url` in the same browser. The provider sends it back to the settings, and ' +
    '`lastTest` says what it found; nobody is signed in by it. Not for API keys.',
  tag,
  params,
  returns: { 200: { description: 'Where to go.', schema: z.object({ url: z.url() }) } },
  errorStatuses: [404, 409],
})

export const renewSsoKeyContract = contract({
  id: 'renewSsoKey',
  method: 'POST',
  path: '/api/v2/sso/connections/{id}/key',
  summary: 'Make a new key of our own for a SAML provider',
  description:
    'It opens encrypted assertions and signs answers to log-outs. Give our metadata to the ' +
    'provider again; the key before goes on opening assertions until the next one is made.',
  tag,
  params,
  returns: { 200: { description: 'As it is now.', schema: ssoConnectionSchema } },
  errorStatuses: [404, 409],
})

export const readSamlMetadataContract = contract({
  id: 'readSamlMetadata',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/sso/saml-metadata',
  summary: 'Read the metadata of a SAML provider',
  description: 'From their XML or their address; nothing is stored.',
  tag,
  body: z.union(
    [
      z.strictObject({ xml: z.string().min(1).max(500_000, 'Metadata have at most 500 KB.') }),
      z.strictObject({ url: z.url('Give the address of the metadata.').max(1000) }),
    ],
    { error: 'Give `xml` or `url`.' },
  ),
  returns: {
    200: {
      description: 'What they say.',
      schema: samlConfigSchema.omit({ signedResponse: true, signOutThere: true }),
    },
  },
  errorStatuses: [502, 504],
})

export const addEmailDomainContract = contract({
  id: 'addEmailDomain',
  method: 'POST',
  path: '/api/v2/sso/domains',
  summary: 'Add a domain of e-mail addresses',
  description: 'Publish its `record`, then check it. Subdomains are domains of their own.',
  tag,
  body: z.strictObject({
    domain: z.string({ error: 'Give a domain like hospital.org.' }).max(253),
    connectionId: id.nullable().optional(),
  }),
  returns: { 201: { description: 'Not proven yet.', schema: emailDomainSchema } },
  errorStatuses: [404, 409],
})

export const checkEmailDomainContract = contract({
  id: 'checkEmailDomain',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/sso/domains/{id}/check',
  summary: 'Look for the DNS record of a domain',
  description: '409 when another organization has proven the domain.',
  tag,
  params,
  returns: { 200: { description: 'As it is now.', schema: emailDomainSchema } },
  errorStatuses: [404, 409],
})

export const changeEmailDomainContract = contract({
  id: 'changeEmailDomain',
  method: 'PATCH',
  path: '/api/v2/sso/domains/{id}',
  summary: 'Choose the provider of a domain, or enforce it',
  description:
    'Enforcing needs a proven domain, an active connection and a break-glass owner: 409 says ' +
    'which is missing. It ends the sessions of people of the domain that began in another way, ' +
    'except those of break-glass owners.',
  tag,
  params,
  body: z.strictObject({
    connectionId: id.nullable().optional(),
    enforced: z.boolean().optional(),
  }),
  returns: { 200: { description: 'As it is now.', schema: changedEmailDomainSchema } },
  errorStatuses: [404, 409],
})

export const deleteEmailDomainContract = contract({
  id: 'deleteEmailDomain',
  method: 'DELETE',
  path: '/api/v2/sso/domains/{id}',
  summary: 'Give up a domain',
  tag,
  params,
  returns: { 204: { description: 'Given up.' } },
  errorStatuses: [404],
})

export const setBreakGlassOwnersContract = contract({
  id: 'setBreakGlassOwners',
  method: 'PUT',
  path: '/api/v2/sso/break-glass-owners',
  summary: 'Choose the break-glass owners',
  description:
    'They may sign in by password where single sign-on is enforced; each use is mailed to all ' +
    'owners. Each needs a password and a second factor: 409.',
  tag,
  body: z.strictObject({ userIds: z.array(z.uuid()).max(10, 'At most 10 people.') }),
  returns: { 200: { description: 'As it is now.', schema: singleSignOnSchema } },
  errorStatuses: [409],
})
