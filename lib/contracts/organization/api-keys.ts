import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'
import { roleSchema } from '../people-fields.ts'

const instant = z.iso.datetime({ offset: true })

const keyModes = ['live', 'test'] as const
const keyStatuses = ['active', 'expires-soon', 'expired', 'stopped'] as const

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the key, by which people recognise it. */
  prefix: z.string(),
  /** The preset that it was created from, or the weakest built-in role with its permissions. */
  role: z.string(),
  /** What it may do now: never more than its owner. */
  permissions: z.array(z.string()),
  /** The workflows that it may touch; null: every workflow. */
  workflows: z.array(z.object({ id: z.uuid(), slug: z.string(), name: z.string() })).nullable(),
  /** A test key reaches sandbox connections and the runs of test keys only. */
  mode: z.enum(keyModes),
  /**
   * `expires-soon`: within 14 days. `expired` and `stopped`: calls with it are 401; it was stopped
   * when its owner was removed or disabled.
   */
  status: z.enum(keyStatuses),
  /** Null: it never expires. */
  expiresAt: instant.nullable(),
  /** Until then the key before the last rotation works, too. */
  previousUntil: instant.nullable(),
  /** Requests a minute; null: the limit of the installation. */
  ratePerMinute: z.int().nullable(),
  createdAt: instant,
  /**
   * The current name of the member who owns it; null when that member was removed or the key was
   * seeded.
   */
  createdBy: z.string().nullable(),
  /** The member with whose access it ends; null for the key of nobody. */
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  /** The endpoint of the last use, like `POST /api/v2/workflows/{id}/runs`. */
  lastUsedFor: z.string().nullable(),
  lastUsedAddress: z.string().nullable(),
  /** What the caller called itself (`User-Agent`). */
  lastUsedAgent: z.string().nullable(),
})
export type ApiKeyView = z.infer<typeof apiKeySchema>

const ratePerMinute = z
  .int('A limit is a whole number of requests a minute.')
  .min(1, 'A limit is at least 1 request a minute.')
  .max(1_000_000, 'A limit is at most 1,000,000 requests a minute.')
  .nullable()

/** Null: it never expires. */
const expiresAt = z.iso
  .datetime({ offset: true, error: 'Give an instant like 2027-01-31T00:00:00Z.' })
  .nullable()

export const newApiKeySchema = z.strictObject({
  name: oneLine(
    z
      .string({ error: 'Give the key a name.' })
      .trim()
      .min(1, 'Give the key a name that says what uses it.')
      .max(80, 'A name has at most 80 characters.'),
  ),
  role: roleSchema.optional().meta({
    description:
      'What the key may do: all that this role may. `builder` when `permissions` is left out, too.',
  }),
  permissions: z
    .array(z.string().min(1).max(64))
    .min(1, 'Choose at least one permission.')
    .max(200)
    .optional()
    .meta({ description: 'What the key may do, instead of `role`: at most what you may do.' }),
  workflows: z
    .array(z.uuid('A workflow is named by its id.'))
    .min(1, 'Choose at least one workflow, or leave `workflows` out for all.')
    .max(200, 'At most 200 workflows.')
    .nullable()
    .default(null)
    .meta({ description: 'The ids of the workflows that the key may touch; null: every one.' }),
  mode: z.enum(keyModes).default('live'),
  expiresAt: expiresAt.optional().meta({
    description: 'One year from now when left out. `null`: it never expires.',
  }),
  ratePerMinute: ratePerMinute.optional(),
})

export const createdApiKeySchema = apiKeySchema.extend({
  /** The key itself. No other answer contains it. */
  key: z.string(),
})
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>

export const changedApiKeySchema = z.strictObject({
  expiresAt: expiresAt.optional(),
  ratePerMinute: ratePerMinute.optional(),
  ownerId: z
    .uuid('A member is named by their id.')
    .optional()
    .meta({ description: 'Hands the key over to this member. Only a person may do so.' }),
})

export const rotatedApiKeySchema = z.strictObject({
  previousUntil: z.iso
    .datetime({ offset: true, error: 'Give an instant like 2027-01-31T00:00:00Z.' })
    .optional()
    .meta({
      description:
        'Until then the key before works, too: at most 7 days from now, 24 hours when left out. ' +
        'An instant that is over ends it at once.',
    }),
  expiresAt: expiresAt.optional().meta({ description: 'As before when left out.' }),
})

const ofOneKey = z.strictObject({ id: z.uuid('An API key has a UUID as its id.') })

export const listApiKeysContract = contract({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/v2/api-keys',
  summary: 'List API keys',
  description: 'With `ownerId` only those that this member owns.',
  tag: 'API keys',
  query: pageQuerySchema
    .extend({ ownerId: z.uuid('A member is named by their id.').optional() })
    .strict(),
  returns: {
    200: {
      description: 'The keys by name; never the keys themselves.',
      schema: pageOf(apiKeySchema),
    },
  },
})

export const createApiKeyContract = contract({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/v2/api-keys',
  summary: 'Create an API key',
  description:
    'Only this answer contains the key; its SHA-256 is stored. The name must be unique in the ' +
    'organization. Give a `role` or a list of `permissions`, of which you have all yourself. A key ' +
    'for some `workflows` starts, reads and finds only these. A test key (`rk_test_…`) reaches ' +
    'sandbox connections only, and sees only runs that test keys started. A key that creates a key ' +
    'gives away no more than it has, its workflows and its end included.',
  tag: 'API keys',
  body: newApiKeySchema,
  returns: { 201: { description: 'The key, shown this once.', schema: createdApiKeySchema } },
  errorStatuses: [404, 409],
})

export const changeApiKeyContract = contract({
  id: 'changeApiKey',
  method: 'PATCH',
  path: '/api/v2/api-keys/{id}',
  summary: 'Change the end, the limit or the owner of an API key',
  description:
    'A key ends with its owner’s access, unless an owner of the organization hands it over before.',
  tag: 'API keys',
  params: ofOneKey,
  body: changedApiKeySchema,
  returns: { 200: { description: 'The key as it is now.', schema: apiKeySchema } },
  errorStatuses: [404, 409],
})

export const rotateApiKeyContract = contract({
  id: 'rotateApiKey',
  method: 'POST',
  path: '/api/v2/api-keys/{id}/rotate',
  summary: 'Replace the secret of an API key',
  description:
    'Answers a new key with the same permissions. The one before works until `previousUntil`; an ' +
    'even earlier one ends at once.',
  tag: 'API keys',
  params: ofOneKey,
  body: rotatedApiKeySchema,
  bodyOptional: true,
  returns: { 200: { description: 'The new key, shown this once.', schema: createdApiKeySchema } },
  errorStatuses: [404, 409],
})

export const deleteApiKeyContract = contract({
  id: 'deleteApiKey',
  method: 'DELETE',
  path: '/api/v2/api-keys/{id}',
  summary: 'Delete an API key for good',
  description:
    'Permanent: whatever uses the key gets 401 from the next request on. ' +
    '`confirm` must be the exact name of the key.',
  tag: 'API keys',
  params: ofOneKey,
  query: z.strictObject({
    confirm: z.string({ error: 'Give the name of the key as `confirm`; deleting is permanent.' }),
  }),
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404],
})
