import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { jsonObjectSchema, slugSchema } from '#lib/domain/workflow/definition'
import { workerLabelSchema } from '#lib/domain/worker-label'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { connectionKinds } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'
import { deletionQuery, usedByFields, usedRefusal } from '../used-by.ts'

const instant = z.iso.datetime({ offset: true })
const connectionParams = z.strictObject({ id: z.uuid('A connection has a UUID as its id.') })

const limitsSchema = z.strictObject({
  concurrent: z.int().min(1).max(1000).nullable(),
  perMinute: z.int().min(1).max(100_000).nullable(),
})

export const connectionSchema = z.object({
  id: z.uuid(),
  kind: z.enum(connectionKinds),
  slug: z.string(),
  name: z.string(),
  provider: z.string(),
  config: jsonObjectSchema,
  /** The names of the secrets that are set. Their values are never answered. */
  secretsSet: z.array(z.string()),
  /** Concurrent calls, and calls per minute, over all machines; null is no limit. */
  limits: limitsSchema,
  /** Only workers with this label call it; null: those that serve what has no label. */
  workerLabel: z.string().nullable(),
  lastTest: z.object({ at: instant, ok: z.boolean(), message: z.string() }).nullable(),
  lastCallAt: instant.nullable(),
  createdAt: instant,
})
export type ConnectionView = z.infer<typeof connectionSchema>

const connectionDetailSchema = connectionSchema.extend(usedByFields)
export type ConnectionDetail = z.infer<typeof connectionDetailSchema>

const connectionCallSchema = z.object({
  id: z.uuid(),
  at: instant.describe('When the call began.'),
  operation: z
    .string()
    .describe(
      'What was asked of the connection, for example `createTextNote`; `test` is a person’s test.',
    ),
  ok: z.boolean(),
  error: z
    .string()
    .nullable()
    .describe(
      'The error code of Rounds (`provider_error`, `provider_timeout`, ' +
        '`provider_unavailable`, `cancelled` …), or null.',
    ),
  providerStatus: z
    .int()
    .nullable()
    .describe('The HTTP status that the provider answered with, where that is what went wrong.'),
  providerCode: z.string().nullable().describe('The provider’s own code of what went wrong.'),
  durationMs: z.int(),
  by: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('run'),
        runId: z.uuid().nullable(),
        taskId: z.uuid().nullable(),
      }),
      z.object({ kind: z.literal('request'), requestId: z.string() }),
      z.object({ kind: z.literal('service') }),
    ])
    .describe(
      'A task of a run (null for callers who do not see the run), a request of the API (its ' +
        '`X-Request-Id`), or the service by itself.',
    ),
})
export type ConnectionCall = z.infer<typeof connectionCallSchema>

/**
 * A provider with what the form needs. Both schemas are JSON Schema (draft 2020-12); every property
 * of `secretsSchema` is a password field.
 */
const providerSchema = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  configSchema: jsonObjectSchema,
  secretsSchema: jsonObjectSchema,
  /** True when it has no settings and no secrets (the embedded sandbox). */
  embedded: z.boolean(),
})

export const connectionKindSchema = z.object({
  kind: z.enum(connectionKinds),
  title: z.string(),
  description: z.string(),
  providers: z.array(providerSchema),
})
export type ConnectionKindView = z.infer<typeof connectionKindSchema>

/** Values of secrets by name. On update: a value replaces, null removes, an absent name keeps. */
const secretValues = z.record(z.string().max(100), z.string().max(20_000).nullable())
const name = oneLine(z.string().trim().min(1, 'A connection needs a name.').max(200))

export const listConnectionKindsContract = contract({
  id: 'listConnectionKinds',
  method: 'GET',
  path: '/api/v2/connection-kinds',
  summary:
    'List the kinds of connections and the providers of each, with the schemas of their settings',
  tag: 'Connections',
  returns: {
    200: { description: 'All kinds.', schema: z.object({ items: z.array(connectionKindSchema) }) },
  },
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
  summary: 'Create a connection to an outside system',
  tag: 'Connections',
  body: z.strictObject({
    kind: z.enum(connectionKinds),
    slug: slugSchema,
    name,
    provider: z.string().min(1).max(64),
    config: jsonObjectSchema.default({}),
    secrets: secretValues.default({}),
    limits: limitsSchema
      .default({ concurrent: null, perMinute: null })
      .describe(
        'A step over a limit waits for its turn; an endpoint answers 429 with `Retry-After`.',
      ),
    workerLabel: workerLabelSchema
      .nullable()
      .default(null)
      .describe('Only workers with this label call it, for example those in its network.'),
  }),
  returns: {
    201: {
      description: 'The connection; its secrets are stored encrypted and never answered.',
      schema: connectionSchema,
    },
  },
  errorStatuses: [409, 413, 415],
  examples: { request: { kind: 'emr', slug: 'main-emr', name: 'Main EMR', provider: 'sandbox' } },
})

export const getConnectionContract = contract({
  id: 'getConnection',
  method: 'GET',
  path: '/api/v2/connections/{id}',
  summary: 'Read a connection, and which workflows use it',
  tag: 'Connections',
  params: connectionParams,
  returns: { 200: { description: 'The connection.', schema: connectionDetailSchema } },
  errorStatuses: [404],
})

export const updateConnectionContract = contract({
  id: 'updateConnection',
  method: 'PATCH',
  path: '/api/v2/connections/{id}',
  summary: 'Change a connection; what is left out stays',
  description:
    'Changing the address of the provider deletes the stored secrets, unless they are sent ' +
    'again: a secret is never sent to another host than it was entered for. ' +
    'Another slug is 409 `in_use` while workflows name the current one; ' +
    'with `replace` they name the new one.',
  tag: 'Connections',
  params: connectionParams,
  body: z.strictObject({
    slug: slugSchema.optional(),
    /** With another slug: the workflows that name the old one name the new one from now on. */
    replace: z.boolean().optional(),
    name: name.optional(),
    config: jsonObjectSchema.optional(),
    secrets: secretValues.optional(),
    limits: limitsSchema.optional(),
    workerLabel: workerLabelSchema.nullable().optional(),
  }),
  returns: { 200: { description: 'The connection.', schema: connectionSchema } },
  errorStatuses: [404, 409, 413, 415],
})

export const deleteConnectionContract = contract({
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/api/v2/connections/{id}',
  summary: 'Delete a connection with its credentials permanently',
  description: usedRefusal,
  query: deletionQuery,
  tag: 'Connections',
  params: connectionParams,
  returns: {
    204: {
      description:
        'Deleted. Workflows and systems that name its slug get unknown_connection from now on.',
    },
  },
  errorStatuses: [404, 409],
})

export const testConnectionContract = contract({
  id: 'testConnection',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/connections/{id}/test',
  summary: 'Test a connection without changing anything at the provider',
  tag: 'Connections',
  params: connectionParams,
  returns: {
    200: {
      description: 'The result; a provider that refuses is `ok: false`, not an error.',
      schema: z.object({ ok: z.boolean(), message: z.string(), at: instant }),
    },
  },
  errorStatuses: [404],
})

export const listConnectionCallsContract = contract({
  id: 'listConnectionCalls',
  method: 'GET',
  path: '/api/v2/connections/{id}/calls',
  summary: 'List the last calls of a connection, newest first',
  description:
    'The last 100 calls: what was asked, by whom, the result and how long it took. ' +
    'No addresses, no patient data, nothing of what was sent or answered. ' +
    'A call is listed within about a second of its end; a process that crashes may lose the ' +
    'calls of its last second.',
  tag: 'Connections',
  params: connectionParams,
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page of calls.', schema: pageOf(connectionCallSchema) } },
  errorStatuses: [404],
  examples: {
    response: {
      items: [
        {
          id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c0c1',
          at: '2026-03-07T15:04:05.120Z',
          operation: 'createTextNote',
          ok: false,
          error: 'provider_error',
          providerStatus: 503,
          providerCode: null,
          durationMs: 812,
          by: {
            kind: 'run',
            runId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c0c2',
            taskId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c0c3',
          },
        },
      ],
      nextCursor: null,
    },
  },
})
