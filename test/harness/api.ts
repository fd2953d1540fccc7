import { beforeAll } from 'vitest'
import { authDb } from '#db/client'
import { apiKeys } from '#db/schema/people'
import { apiKeyPrefix, hashApiKey, newApiKey } from '#lib/auth/api-key'
import { builtInRoles, type BuiltInRole } from '#lib/domain/statuses'
import { newId } from '#lib/ids'
import type { Answering } from './endpoints-at.ts'
import { seedOrganization } from './seed-organization.ts'
import { useTestDatabase, type TestDatabase } from './test-database.ts'

type Sent = {
  method?: string
  params?: Record<string, string>
  /** An object is sent as JSON; a text or bytes are sent unchanged. */
  body?: unknown
  headers?: Record<string, string>
  /** The API key's role; null sends no credential. */
  as?: BuiltInRole | null
  organization?: Organization
}
type Answer = { status: number; headers: Headers; body: Record<string, unknown> }
type Organization = { id: string; keys: Record<BuiltInRole, string> }

/** An organization with one API key for each role. */
export async function organizationWithKeys(): Promise<Organization> {
  const { organizationId } = await seedOrganization()
  const keys = Object.fromEntries(
    builtInRoles.map((role) => [role, newApiKey()] as const),
  ) as Record<BuiltInRole, string>
  const rows = builtInRoles.map((role) => ({
    id: newId(),
    organizationId,
    name: role,
    role,
    prefix: apiKeyPrefix(keys[role]),
    hash: hashApiKey(keys[role]),
  }))
  await authDb().insert(apiKeys).values(rows)
  return { id: organizationId, keys }
}

type Api = {
  organization: Organization
  database: TestDatabase
  send(handler: Answering, path: string, sent?: Sent): Promise<Answer>
}

/**
 * Calls endpoints like a system with an API key, without a server in between; for one test file,
 * with its own database.
 */
export function useApi(): Api {
  const database = useTestDatabase()
  const api: Api = {
    database,
    organization: {} as Organization,
    async send(
      handler: Answering,
      path: string,
      { method, params, body, headers = {}, as = 'owner', organization = api.organization } = {},
    ) {
      const raw = typeof body === 'string' || body instanceof Uint8Array
      const request = new Request(`http://localhost:3000${path}`, {
        method: method ?? handler.contract?.method ?? 'GET',
        headers: {
          ...(as ? { authorization: `Bearer ${organization.keys[as]}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      })
      const response = await handler(request, params ?? {})
      const text = await response.text()
      const isCsv = response.headers.get('content-type')?.startsWith('text/csv') === true
      return {
        status: response.status,
        headers: response.headers,
        body: (isCsv ? { text } : JSON.parse(text || '{}')) as Record<string, unknown>,
      }
    },
  }
  beforeAll(async () => {
    Object.assign(api.organization, await organizationWithKeys())
  })
  return api
}
