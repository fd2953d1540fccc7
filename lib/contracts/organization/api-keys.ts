import { z } from 'zod'
import { oneLine } from '../one-line.ts'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { memberRoles } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })

export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The first characters of the key, by which people recognise it. */
  prefix: z.string(),
  /** What it may do now: never more than the person who created it. */
  role: z.enum(memberRoles),
  /** `stopped` when the person who created it was removed; calls with it are 401. */
  status: z.enum(['active', 'stopped']),
  createdAt: instant,
  /**
   * The current name of the member who created it; null when that member was removed or the key
   * was seeded.
   */
  createdBy: z.string().nullable(),
  /** To the minute. */
  lastUsedAt: instant.nullable(),
  /** The endpoint of the last use, like `POST /api/v2/workflows/{id}/runs`. */
  lastUsedFor: z.string().nullable(),
})
export type ApiKeyView = z.infer<typeof apiKeySchema>

export const newApiKeySchema = z.strictObject({
  name: oneLine(
    z
      .string({ error: 'Give the key a name.' })
      .trim()
      .min(1, 'Give the key a name that says what uses it.')
      .max(80, 'A name has at most 80 characters.'),
  ),
  role: z.enum(memberRoles, { error: 'Choose owner, builder or worker.' }).default('builder'),
})

export const createdApiKeySchema = apiKeySchema.extend({
  /** The key itself. No other answer contains it. */
  key: z.string(),
})
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>

export const listApiKeysContract = contract({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/v2/api-keys',
  summary: 'List API keys',
  tag: 'API keys',
  query: pageQuerySchema.strict(),
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
    'Only this answer contains the key; its SHA-256 is stored. The name must be ' +
    'unique in the organization.',
  tag: 'API keys',
  body: newApiKeySchema,
  returns: { 201: { description: 'The key, shown this once.', schema: createdApiKeySchema } },
  errorStatuses: [409],
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
  params: z.strictObject({ id: z.uuid('An API key has a UUID as its id.') }),
  query: z.strictObject({
    confirm: z.string({ error: 'Give the name of the key as `confirm`; deleting is permanent.' }),
  }),
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404],
})
