import { createHash, randomBytes } from 'node:crypto'

import pg from 'pg'

import { makeClient } from '#lib/postgres'

import { hardening } from './organization-hardening.ts'

/**
 * The names of all databases of organizations begin like this; those of templates and of unfinished
 * databases do not.
 */
const organizationDatabases = 'rounds\\_org\\_%'

/** The name follows from the hardening, so that another hardening makes another template. */
const templateName = `rounds_template_${createHash('sha256').update(hardening).digest('hex').slice(0, 12)}`

const noSuperuser =
  'The role of DATABASE_URL is no superuser, so it cannot make databases that are safe for an ' +
  'organization’s own SQL (built-in functions have to be taken away, and foreign tables set ' +
  'up). Name a Postgres of your own on the Data page, or start Rounds once with a ' +
  'superuser in DATABASE_URL.'

/**
 * Prepares the server for databases of organizations: two roles, and a hardened template from which
 * they are cloned. Needs a superuser once; without one it records why organizations have no
 * database here. Safe to repeat and to run from several machines.
 */
export async function prepareOrganizationDatabases(
  client: pg.Client,
  ownerUrl: string,
  setPassword: (role: 'rounds_provisioner' | 'rounds_watchdog') => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ rolsuper: boolean }>(
    'select rolsuper from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.rolsuper) return await note(client, { reason: noSuperuser })
  await makeRoles(client)
  for (const role of ['rounds_provisioner', 'rounds_watchdog'] as const) await setPassword(role)
  if (!(await exists(client, templateName))) await makeTemplate(client, ownerUrl)
  await hardenAnew(client, ownerUrl)
  await note(client, { template: templateName })
}

async function note(
  client: pg.Client,
  { template = null, reason = null }: { template?: string | null; reason?: string | null },
): Promise<void> {
  await client.query(
    `insert into organization_database_service (id, template, reason) values (1, $1, $2)
     on conflict (id) do update set template = excluded.template, reason = excluded.reason`,
    [template, reason],
  )
}

/**
 * rounds_provisioner creates databases and roles and owns those databases; rounds_watchdog may end
 * their sessions and do nothing else.
 */
async function makeRoles(client: pg.Client): Promise<void> {
  await client.query(`DO $$ BEGIN
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rounds_provisioner') THEN
        CREATE ROLE rounds_provisioner LOGIN NOSUPERUSER NOBYPASSRLS CREATEDB CREATEROLE;
      END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rounds_watchdog') THEN
        CREATE ROLE rounds_watchdog LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE CONNECTION LIMIT 20;
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- another database of the same server was migrating too
    END;
    IF NOT EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles r ON r.oid = m.roleid JOIN pg_roles p ON p.oid = m.member
                   WHERE r.rolname = 'rounds_reader' AND p.rolname = 'rounds_provisioner' AND m.admin_option) THEN
      GRANT rounds_reader TO rounds_provisioner WITH ADMIN TRUE, INHERIT FALSE, SET FALSE;
    END IF;
    IF NOT has_parameter_privilege('rounds_provisioner', 'temp_file_limit', 'SET') THEN
      GRANT SET ON PARAMETER temp_file_limit TO rounds_provisioner;
    END IF;
    -- Nobody comes into the platform's database by being somebody.
    EXECUTE format('REVOKE CONNECT, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO rounds_app, rounds_auth, rounds_engine, rounds_provisioner, rounds_watchdog, rounds_reader', current_database());
  END $$`)
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  return rowCount === 1
}

/**
 * Created under a temporary name, so that a template that a crash left unfinished is never cloned.
 */
async function makeTemplate(client: pg.Client, ownerUrl: string): Promise<void> {
  const draft = `rounds_making_${randomBytes(6).toString('hex')}`
  await client.query(`create database ${draft} template template0`)
  try {
    await inDatabase(ownerUrl, draft, (inside) => inside.query(hardening))
    await client.query(`revoke all on database ${draft} from public`)
    await client.query(`alter database ${draft} with is_template true allow_connections false`)
    await client.query(`alter database ${draft} rename to ${templateName}`)
  } catch (error) {
    await client.query(`alter database ${draft} with is_template false`)
    await client.query(`drop database ${draft} with (force)`)
    // 42P04, 23505: another machine was faster.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  }
}

/**
 * Hardens databases made from an older template like the present one. A comment on each database
 * records its hardening.
 */
async function hardenAnew(client: pg.Client, ownerUrl: string): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like '${organizationDatabases}' and datallowconn
       and shobj_description(oid, 'pg_database') is distinct from $1
       and pg_get_userbyid(datdba) = 'rounds_provisioner'`,
    [templateName],
  )
  for (const { datname } of rows) {
    await inDatabase(ownerUrl, datname, (inside) => inside.query(hardening))
    await client.query(`comment on database ${pg.escapeIdentifier(datname)} is '${templateName}'`)
  }
}

async function inDatabase(
  ownerUrl: string,
  database: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = makeClient({
    connectionString: Object.assign(new URL(ownerUrl), { pathname: `/${database}` }).href,
    application_name: 'rounds migrate',
  })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
