import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { afterAll } from 'vitest'
import { roleUrl } from '#db/role-url'
import { provision, provisionVersion } from '#lib/org-database/provision'
import {
  loginOf,
  organizationNames,
  readingLevels,
  type ReadingLevel,
} from '#lib/org-database/names'
import type { Target } from '#lib/org-database/target'

type Made = { target: Target; watchdogUrl: string }

const made: { url: string; organizationId: string }[] = []

/** For one that the product makes: it is dropped with the others. */
export function forgetLater(url: string, organizationId: string): void {
  made.push({ url, organizationId })
}

/**
 * Creates an organization's database like a worker, and deletes it when the file ends. `url` is a
 * superuser's.
 */
export async function makeOrganizationDatabase(
  url: string,
  organizationId: string,
  schema: string,
  level: ReadingLevel = 'all',
): Promise<Made> {
  forgetLater(url, organizationId)
  const client = await administrator(url)
  const { rows } = await client.query<{ template: string }>(
    'select template from organization_database_service',
  )
  const { database, login, reader } = organizationNames(organizationId)
  const address = await provision({
    url: roleUrl(url, 'rounds_provisioner'),
    organizationId,
    schema,
    template: rows[0]?.template ?? '',
  })
  const values = [organizationId, schema, reader, provisionVersion, address]
  await client.query(
    `insert into organization_databases (organization_id, schema_name, reader_role, status,
      version, address) values ($1, $2, $3, 'ready', $4, $5)`,
    values,
  )
  await client.end()
  const { hostname, port } = new URL(url)
  const place = { host: hostname, port: Number(port), database, schema, tls: null }
  const role = level === 'none' ? {} : { role: login }
  const target: Target = { ...place, ...loginOf(organizationId, level), ...role }
  return { target, watchdogUrl: roleUrl(url, 'rounds_watchdog') }
}

/**
 * Call it at the top of a file that creates organizations' databases, because they and their roles
 * belong to the whole server, not to the test's database.
 */
export function dropOrganizationDatabases(): void {
  afterAll(async () => {
    for (const { url, organizationId } of made.splice(0)) {
      const { database, reader } = organizationNames(organizationId)
      const client = await administrator(
        Object.assign(new URL(url), { pathname: '/postgres' }).href,
      )
      await client.query(`drop database if exists ${database} with (force)`)
      const logins = readingLevels.map((level) => loginOf(organizationId, level).user)
      await client.query(`drop role if exists ${[...logins, reader].join(', ')}`)
      await client.end()
    }
  })
}

async function administrator(url: string): Promise<pg.Client> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  return client
}
