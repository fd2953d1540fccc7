import { z } from 'zod'
import { jsonObjectSchema, slugSchema } from '../domain/definition.ts'
import { pageOf, pageQuerySchema } from '../domain/page.ts'
import { connectionKinds } from '../domain/statuses.ts'
import { contract } from './contract.ts'

const instant = z.iso.datetime({ offset: true })
const connectionParams = z.strictObject({ id: z.uuid('A connection has a UUID as its id.') })

const limitsSchema = z.strictObject({ concurrent: z.int().min(1).max(1000).nullable(), perMinute: z.int().min(1).max(100_000).nullable() })

export const connectionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(connectionKinds),
  slug: z.string(),
  name: z.string(),
  provider: z.string(),
  config: jsonObjectSchema,
  /** Which secrets are set, by name. The secrets themselves are never answered. */
  secretsSet: z.array(z.string()),
  /** Calls at once and calls in a minute, across all machines; null is no limit. */
  limits: limitsSchema,
  lastTest: z.object({ at: instant, ok: z.boolean(), message: z.string() }).nullable(),
  lastCallAt: instant.nullable(),
  createdAt: instant,
})
export type ConnectionView = z.infer<typeof connectionSchema>

/** A provider as the form needs it. Both schemas are JSON Schema (draft 2020-12); every property of `secretsSchema` is a password field. */
const providerSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  configSchema: jsonObjectSchema,
  secretsSchema: jsonObjectSchema,
  /** True when nothing has to be filled in or kept secret (the embedded sandbox). */
  embedded: z.boolean(),
})

export const connectionKindSchema = z.object({
  kind: z.enum(connectionKinds),
  title: z.string(),
  description: z.string(),
  providers: z.array(providerSchema),
})
export type ConnectionKindView = z.infer<typeof connectionKindSchema>

/** Values of secrets by name. On update: a value replaces, null removes, a name left out keeps. */
const secretValues = z.record(z.string().max(100), z.string().max(20_000).nullable())
const name = z.string().trim().min(1, 'A connection needs a name.').max(200)

export const listConnectionKindsContract = contract({
  id: 'listConnectionKinds',
  method: 'GET',
  path: '/api/v2/connection-kinds',
  summary: 'List the kinds of connections and the providers of each, with the schemas of their settings',
  tag: 'Connections',
  returns: { 200: { description: 'All kinds.', schema: z.object({ items: z.array(connectionKindSchema) }) } },
})

export const listConnectionsContract = contract({
  id: 'listConnections',
  method: 'GET',
  path: '/api/v2/connections',
  summary: 'List connections, by kind and slug',
  tag: 'Connections',
  query: pageQuerySchema.extend({ kind: z.enum(connectionKinds).optional() }).strict(),
  returns: { 200: { description: 'One page of connections.', schema: pageOf(connectionSchema) } },
})

export const createConnectionContract = contract({
  id: 'createConnection',
  method: 'POST',
  path: '/api/v2/connections',
  summary: 'Make a connection to an outside system',
  tag: 'Connections',
  body: z.strictObject({
    kind: z.enum(connectionKinds),
    slug: slugSchema,
    name,
    provider: z.string().min(1).max(64),
    config: jsonObjectSchema.default({}),
    secrets: secretValues.default({}),
    limits: limitsSchema.default({ concurrent: null, perMinute: null }).describe('A step over a limit waits for its turn; an endpoint answers 429 with `Retry-After`.'),
  }),
  returns: { 201: { description: 'The connection; its secrets are kept encrypted and never answered.', schema: connectionSchema } },
  errorStatuses: [409, 413, 415],
  idempotent: true,
  examples: { request: { kind: 'emr', slug: 'main-emr', name: 'Main EMR', provider: 'sandbox' } },
})

export const getConnectionContract = contract({
  id: 'getConnection',
  method: 'GET',
  path: '/api/v2/connections/{id}',
  summary: 'Read a connection',
  tag: 'Connections',
  params: connectionParams,
  returns: { 200: { description: 'The connection.', schema: connectionSchema } },
  errorStatuses: [404],
})

export const updateConnectionContract = contract({
  id: 'updateConnection',
  method: 'PATCH',
  path: '/api/v2/connections/{id}',
  summary: 'Change a connection; what is left out stays',
  description: 'Changing the settings that say where the provider lies drops the secrets kept so far, unless they are given again: a secret is never sent to another host than it was entered for.',
  tag: 'Connections',
  params: connectionParams,
  body: z.strictObject({
    slug: slugSchema.optional(),
    name: name.optional(),
    config: jsonObjectSchema.optional(),
    secrets: secretValues.optional(),
    limits: limitsSchema.optional(),
  }),
  returns: { 200: { description: 'The connection.', schema: connectionSchema } },
  errorStatuses: [404, 409, 413, 415],
})

export const deleteConnectionContract = contract({
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/api/v2/connections/{id}',
  summary: 'Delete a connection with its credentials, for good',
  tag: 'Connections',
  params: connectionParams,
  returns: { 204: { description: 'Deleted. Workflows and systems that name its slug get unknown_connection from now on.' } },
  errorStatuses: [404],
})

export const testConnectionContract = contract({
  id: 'testConnection',
  method: 'POST',
  path: '/api/v2/connections/{id}/test',
  summary: 'Try a connection without changing anything at the provider',
  tag: 'Connections',
  params: connectionParams,
  returns: { 200: { description: 'What came of it; a provider that refuses is `ok: false`, not an error.', schema: z.object({ ok: z.boolean(), message: z.string(), at: instant }) } },
  errorStatuses: [404],
})

export const connectionsContracts = [
  listConnectionKindsContract,
  listConnectionsContract,
  createConnectionContract,
  getConnectionContract,
  updateConnectionContract,
  deleteConnectionContract,
  testConnectionContract,
]
