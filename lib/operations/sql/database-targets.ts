import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
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

/** The connection data of a database for `runSql`. */
export type Place = { target: Target; watchdogUrl: string | null }

const waitMs = 10_000
const lookMs = 200

type State =
  | { status: 'ready'; schema: string }
  | { status: 'preparing' | 'failed' | 'unavailable'; schema: string | null; reason: string | null }

/**
 * The state of the organization's database here. A worker creates it within seconds after the
 * organization.
 */
export async function builtInState(tx: Tx, organizationId: string): Promise<State> {
  const [row] = await tx
    .select({
      version: organizationDatabases.version,
      schemaName: organizationDatabases.schemaName,
      status: organizationDatabases.status,
      reason: organizationDatabases.reason,
      isHere: sql<boolean>`${organizationDatabases.address} is null or inet_server_port() is null
        or ${organizationDatabases.address} like '%:' || inet_server_port() || '/%'`,
    })
    .from(organizationDatabases)
    .where(eq(organizationDatabases.organizationId, organizationId))
  // A database of an earlier version shows the service's tables to everyone, and one of a restored
  // or moved server those of the server that it was copied from: wait for the update.
  if (row?.isHere && row.version >= provisionVersion)
    return { status: 'ready', schema: row.schemaName }
  // No row yet: a worker checks every few seconds.
  return {
    status: row?.status === 'failed' || row?.status === 'unavailable' ? row.status : 'preparing',
    schema: null,
    reason: row?.reason ?? null,
  }
}

/**
 * A created database and its schema's name never change: cached instead of read before every
 * statement.
 */
const readySchemas = new Map<string, string>()

/**
 * The organization's database here, with the service's tables that may be read. Waits some seconds
 * for one that is being created. Throws ApiError `unavailable`.
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
  // Encrypted when the platform's own connection is. The certificate of the own server is not
  // verified.
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

/** The row that the secrets of an outside database are bound to. */
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
 * A Postgres that an organization named. Its address is resolved and checked now, and that address
 * is connected to. Throws ApiError `unavailable` or `invalid_request`.
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
 * Where SQL v1 runs: in the organization's own Postgres when it has named one, else in its database
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
