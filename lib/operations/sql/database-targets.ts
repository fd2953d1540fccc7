import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { appConnectionString, inOrganization, type Tx } from '#db/client'
import { roleUrl } from '#db/role-url'
import { organizationDatabases, outsideDatabases } from '#db/schema/organization-databases'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { loginOf, organizationNames, type ReadingLevel } from '#lib/org-database/names'
import { provisionVersion } from '#lib/org-database/provision'
import type { Target } from '#lib/org-database/target'
import { openSecrets } from '../connections/secrets.ts'
import { outsideAddress } from './outside-address.ts'

/** What `runSql` needs to know of a database. */
export type Place = { target: Target; watchdogUrl: string | null }

const waitMs = 10_000
const lookMs = 200

type State =
  | { status: 'ready'; schema: string }
  | { status: 'preparing' | 'failed' | 'unavailable'; schema: string | null; reason: string | null }

/**
 * How the organization's own database here is. A worker makes it within seconds of the
 * organization.
 */
export async function builtInState(tx: Tx, organizationId: string): Promise<State> {
  const [row] = await tx
    .select()
    .from(organizationDatabases)
    .where(eq(organizationDatabases.organizationId, organizationId))
  // One of an earlier version shows the service's tables to everybody: not before it is up to date.
  if (row && row.version >= provisionVersion) return { status: 'ready', schema: row.schemaName }
  // No row yet: a worker looks every few seconds.
  return {
    status: row?.status === 'failed' || row?.status === 'unavailable' ? row.status : 'preparing',
    schema: null,
    reason: row?.reason ?? null,
  }
}

/**
 * Once made, a database stays, and so does its schema's name: no need to ask before every
 * statement.
 */
const readySchemas = new Map<string, string>()

/**
 * The organization's own database here, with what of the service's tables may be read. Waits some
 * seconds for one that is being made. Throws ApiError `unavailable`.
 */
export async function builtInPlace(organizationId: string, level: ReadingLevel): Promise<Place> {
  const watchdogUrl = roleUrl(appConnectionString(), 'rounds_watchdog')
  const place = (schema: string): Place => ({
    target: builtInTarget(organizationId, schema, level),
    watchdogUrl,
  })
  const known = readySchemas.get(organizationId)
  if (known !== undefined) return place(known)
  for (const until = Date.now() + waitMs; ; await delay(lookMs)) {
    const state = await inOrganization(organizationId, (tx) => builtInState(tx, organizationId))
    if (state.status === 'ready') {
      readySchemas.set(organizationId, state.schema)
      return place(state.schema)
    }
    if (state.status === 'preparing' && Date.now() < until) continue
    throw new ApiError(
      'unavailable',
      state.reason ??
        'The organization’s database is still being made. A worker does that; try again in a moment.',
      {},
      { headers: { 'retry-after': '10' } },
    )
  }
}

function builtInTarget(organizationId: string, schema: string, level: ReadingLevel): Target {
  const { database, login } = organizationNames(organizationId)
  const { hostname, port, searchParams } = new URL(appConnectionString())
  // Where the platform's own connection is encrypted, this one is; a server of ours needs no
  // certificate that anybody checks.
  const encrypted = ['require', 'verify-ca', 'verify-full', 'no-verify'].includes(
    searchParams.get('sslmode') ?? '',
  )
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 5432),
    database,
    ...loginOf(organizationId, level),
    ...(level === 'none' ? {} : { role: login }),
    schema,
    tls: encrypted
      ? { servername: hostname, ca: null, verify: searchParams.get('sslmode') === 'verify-full' }
      : null,
  }
}

/** What the secrets of an outside database are bound to. */
export const outsideSecretsOf = (organizationId: string) => ({
  organizationId,
  id: 'outside-database',
})

type Outside = {
  host: string
  port: number
  database: string
  user: string
  password: string
  ca: string | null
}

/**
 * A Postgres that an organization named, resolved and checked now: what is connected to is that
 * address. Throws ApiError `unavailable` or `invalid_request`.
 */
export async function outsidePlace({
  host,
  port,
  database,
  user,
  password,
  ca,
}: Outside): Promise<Place> {
  const address = await outsideAddress(host, port, env().HTTP_ALLOW_PRIVATE)
  return {
    target: {
      host: address,
      port,
      database,
      user,
      password,
      schema: null,
      tls: { servername: host, ca, verify: true },
    },
    watchdogUrl: null,
  }
}

/**
 * Where SQL v1 goes: to the organization's own Postgres when it has named one, else to its database
 * here, without the service's tables.
 */
export async function placeOf(organizationId: string): Promise<Place & { outside: boolean }> {
  const [row] = await inOrganization(organizationId, (tx) =>
    tx.select().from(outsideDatabases).where(eq(outsideDatabases.organizationId, organizationId)),
  )
  if (!row) return { ...(await builtInPlace(organizationId, 'none')), outside: false }
  const { password = '' } = openSecrets(outsideSecretsOf(organizationId), row.secrets)
  return {
    ...(await outsidePlace({
      host: row.host,
      port: row.port,
      database: row.database,
      user: row.userName,
      password,
      ca: row.ca,
    })),
    outside: true,
  }
}
