import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { engineConnectionString, engineDb } from '#db/client'
import { roleUrl } from '#db/role-url'
import { organizationDatabaseService } from '#db/schema/organization-databases'
import { log } from '#lib/log'
import { organizationNames, schemaNameFor } from '#lib/org-database/names'
import { provision, provisionVersion, serverAddress } from '#lib/org-database/provision'

const pollEveryMs = 2000
const tryAgainAfterSeconds = 60

type Due = { id: string; slug: string; schemaName: string | null }

/**
 * Creates the databases of organizations, new ones within seconds, and updates those of an older
 * version or another address. One worker handles an organization at a time; after a failure it is
 * tried again after a minute. Answers how many were created or changed.
 */
export async function provisionDue(): Promise<number> {
  const [service] = await engineDb().select().from(organizationDatabaseService)
  if (!service?.template)
    return await noteWhyNot(
      service?.reason ?? 'The database of Rounds has not been migrated by this version yet.',
    )
  const url = roleUrl(engineConnectionString(), 'rounds_provisioner')
  const address = await addressOf(url)
  const { rows } = await engineDb().execute<Due>(sql`
    select o.id, o.slug, d.schema_name as "schemaName"
    from organizations o left join organization_databases d on d.organization_id = o.id
    where (d.organization_id is null or d.version <> ${provisionVersion}
      or d.address is distinct from ${address})
      and (d.tried_at is null
        or d.tried_at < now() - make_interval(secs => ${tryAgainAfterSeconds}))
    order by o.created_at limit 20`)
  let done = 0
  for (const { id, slug, schemaName } of rows) {
    const schema = schemaName ?? schemaNameFor(slug)
    if (!(await claim(id, schema))) continue
    try {
      await provision({ url, organizationId: id, schema, template: service.template })
      await engineDb().execute(sql`
        update organization_databases
          set status = 'ready', version = ${provisionVersion}, address = ${address}, reason = null,
            tried_at = null
          where organization_id = ${id}`)
      done++
    } catch (error) {
      log.error(
        { error, organizationId: id },
        'the database of an organization could not be created; trying again in a minute',
      )
      await engineDb().execute(
        sql`update organization_databases set status = 'failed', reason = ${failed}
          where organization_id = ${id} and version = 0`,
      )
    }
  }
  return done
}

const failed =
  'The database could not be created; a worker tries again every minute, and its log says why.'

/**
 * Records for organizations why this server has no database for them; existing databases stay.
 */
async function noteWhyNot(reason: string): Promise<number> {
  const { rows } = await engineDb().execute<{ id: string; slug: string }>(sql`
    select o.id, o.slug
    from organizations o left join organization_databases d on d.organization_id = o.id
    where d.organization_id is null or (d.version = 0 and d.reason is distinct from ${reason})`)
  for (const { id, slug } of rows) {
    await engineDb().execute(sql`
      insert into organization_databases (organization_id, schema_name, reader_role, status, reason)
      values (${id}, ${schemaNameFor(slug)}, ${organizationNames(id).reader}, 'unavailable',
        ${reason})
      on conflict (organization_id) do update set status = 'unavailable', reason = ${reason}
        where organization_databases.version = 0`)
  }
  return 0
}

/** True for the worker that may create it now. */
async function claim(organizationId: string, schema: string): Promise<boolean> {
  const { reader } = organizationNames(organizationId)
  const { rowCount } = await engineDb().execute(sql`
    insert into organization_databases (organization_id, schema_name, reader_role, tried_at)
      values (${organizationId}, ${schema}, ${reader}, now())
    on conflict (organization_id) do update set tried_at = now()
      where organization_databases.tried_at is null
        or organization_databases.tried_at < now() - make_interval(secs => ${tryAgainAfterSeconds})`)
  return rowCount === 1
}

let known: { url: string; address: Promise<string> } | undefined

/**
 * Read once: it changes only with the server's address, and then the connection string changes too.
 */
async function addressOf(url: string): Promise<string> {
  if (known?.url !== url) {
    const address = serverAddress(url).then(
      ({ host, port, database }) => `${host}:${port}/${database}`,
    )
    known = { url, address }
    address.catch(() => {
      known = undefined
    })
  }
  return await known.address
}

/** In a worker: creates missing databases of organizations until it is stopped. */
export function maintainOrganizationDatabases(): { stop(): Promise<void> } {
  const end = new AbortController()
  const run = async () => {
    while (!end.signal.aborted) {
      await provisionDue().catch((error: unknown) =>
        log.warn({ error }, 'the databases of organizations could not be maintained'),
      )
      await delay(pollEveryMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    async stop() {
      end.abort()
      await running
    },
  }
}
