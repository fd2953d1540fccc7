import type pg from 'pg'
import { roleUrl } from '#db/role-url'
import { organizationNames } from '#lib/org-database/names'
import { makeClient } from '#lib/postgres'

const tablesSql = `
  select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by 1`

/** What stays, so that whoever comes with an old cookie is led to where the organization is. */
const trace = new Set(['sessions'])

async function mayRemove(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ able: boolean }>(
    'select rolsuper as able from pg_roles where rolname = current_user',
  )
  return rows[0]?.able === true
}

async function dropDatabase(ownerUrl: string, organizationId: string): Promise<void> {
  const client = makeClient({ connectionString: roleUrl(ownerUrl, 'rounds_provisioner') })
  try {
    await client.connect()
    const { database } = organizationNames(organizationId)
    await client.query(`drop database if exists ${database} with (force)`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Removes the rows of an organization that is in another cell, and its own database, from this one.
 * `keepTrace` leaves its name and where it went. Its files are swept with those that no row names.
 * Answers false, and changes nothing, without the rights of a superuser: row-level security holds
 * for all others.
 */
export async function removeOrganization(
  ownerUrl: string,
  organizationId: string,
  { keepTrace }: { keepTrace: boolean },
): Promise<boolean> {
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds transfer',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  try {
    if (!(await mayRemove(client))) return false
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    // Only what is not in use here: this is the last guard against a wrong id.
    const { rowCount } = await client.query(
      'select from organizations where id = $1 and moved_to is not null for update',
      [organizationId],
    )
    if (rowCount === 0) throw new Error('the organization is not one that moved to another cell')
    // All rows go, so that neither the order nor triggers matter.
    await client.query('set local session_replication_role = replica')
    const { rows: tables } = await client.query<{ name: string }>(tablesSql)
    for (const { name } of tables)
      if (!keepTrace || !trace.has(name))
        await client.query(`delete from ${name} where organization_id = $1`, [organizationId])
    if (!keepTrace) await client.query('delete from organizations where id = $1', [organizationId])
    await client.query('commit')
  } finally {
    // Without a commit the server rolls back.
    await client.end().catch(() => undefined)
  }
  await dropDatabase(ownerUrl, organizationId)
  return true
}
