import path from 'node:path'

import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'

import { deriveKey } from '#lib/env'
import { log } from '#lib/log'
import { makeClient, makePool } from '#lib/postgres'
import { rolePassword, roles, type DatabaseRole } from '#lib/role-passwords'
import { scramVerifier } from '#lib/scram-verifier'
import { SettingsError } from '#lib/settings-error'

import { applyMigrations } from './apply-migrations.ts'
import { prepareOrganizationDatabases } from './organization-template.ts'
import { readSecretKeys, recordFirstKey } from './secret-keys.ts'
import { roleUrl } from './role-url.ts'

/**
 * Migrates the database: our migrations, the passwords of our roles, the queue's own migrations.
 * Safe to call from several machines at once: one works, the others wait. `ownerUrl` is a superuser
 * or a role with CREATEROLE that owns the database. Throws a `SettingsError` when the server is too
 * old or the role lacks a right.
 */
export async function migrate(ownerUrl: string): Promise<void> {
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds migrate',
    connectionTimeoutMillis: 15_000,
  })
  await connect(client)
  try {
    await requireRecentServer(client)
    await warnOfFewLocks(client)
    await mayHandOver(client)
    await applyMigrations(client, { folder: path.resolve('db/migrations') }).catch(
      explainMissingRights,
    )
    const hasKeys = await readSecretKeys(client)
    await requireSameKey(client)
    if (!hasKeys) await recordFirstKey(client)
    for (const role of roles) {
      await setPassword(client, ownerUrl, role)
      await setSettings(client, role)
    }
    await prepareOrganizationDatabases(client, ownerUrl, (role) =>
      setPassword(client, ownerUrl, role),
    )
    // The queue belongs to the role that uses it.
    await migrateQueue(roleUrl(ownerUrl, 'rounds_engine'))
  } finally {
    await client.end()
  }
}

const silent = new Logger(() => () => {})

/**
 * Uses our own pool: graphile-worker 0.18 removes the listeners of its pool before the pool's
 * connections are closed, so a session that the server ended at that moment ended this process.
 */
async function migrateQueue(connectionString: string): Promise<void> {
  const pgPool = makePool({ connectionString, application_name: 'rounds migrate', max: 2 })
  try {
    await runMigrations({
      pgPool,
      logger: silent,
      preset: { worker: { schema: 'graphile_worker' } },
    })
  } finally {
    await pgPool.end()
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const where = `${client.host}:${client.port}`
    throw new SettingsError(
      `The database at ${where} cannot be used (${code ?? message}: ${message}). ` +
        'Check DATABASE_URL, and that the server is running.',
    )
  }
}

async function requireRecentServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const version = rows[0]?.server_version ?? ''
  // Version 16 has GRANT … WITH SET, by which a role that is no superuser can give the queue to
  // rounds_engine.
  if (Number.parseInt(version, 10) < 16)
    throw new SettingsError(
      `The database is PostgreSQL ${version}; Rounds needs PostgreSQL 16 or later (18 is what ` +
        'it is tested with).',
    )
}

/**
 * A statement over a history of years locks each month with its indexes, some hundreds at once:
 * with Postgres' default of 64, a dozen such statements together fill the table of locks.
 */
const enoughLocks = 256

async function warnOfFewLocks(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ locks: string }>(
    `select current_setting('max_locks_per_transaction') as locks`,
  )
  const locks = Number(rows[0]?.locks)
  if (locks < enoughLocks)
    log.warn(
      `The database has max_locks_per_transaction = ${locks}. Set it to ${enoughLocks} or ` +
        'more and restart Postgres: with a long history, requests may fail with "out of shared ' +
        'memory" otherwise.',
    )
}

/**
 * The migrations hand functions and views over to our roles, which only a role does that may become
 * the new owner. One with CREATEROLE may not become what it has created unless it says so: here for
 * the roles that will be created, and for those that are there.
 */
async function mayHandOver(client: pg.Client): Promise<void> {
  await client.query(`set createrole_self_grant = 'set, inherit'`)
  const { rows } = await client.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname in ('rounds_auth', 'rounds_engine')
       and pg_has_role(oid, 'member with admin option') and not pg_has_role(oid, 'set')`,
  )
  for (const { role } of rows) await client.query(`grant ${role} to current_user with set true`)
}

/** 42501 is insufficient_privilege. */
function explainMissingRights(error: unknown): never {
  const cause = error instanceof Error && error.cause ? error.cause : error
  if ((cause as { code?: string }).code !== '42501') throw error
  throw new SettingsError(
    `The role of DATABASE_URL may not prepare the database (${(cause as Error).message}). ` +
      'It must own the database and may need: ALTER ROLE <role> CREATEROLE.',
  )
}

/**
 * A database belongs to one secret key: with another one the stored credentials cannot be read, and
 * new passwords of the roles would lock out the processes with the right key. So its fingerprint is
 * recorded where only a role that may migrate can write.
 */
async function requireSameKey(client: pg.Client): Promise<void> {
  const own = `secret key ${deriveKey('fingerprint').toString('hex').slice(0, 16)}`
  const { rows } = await client.query<{ note: string | null }>(
    `select shobj_description(oid, 'pg_authid') as note from pg_roles where rolname = 'rounds_app'`,
  )
  const noted = rows[0]?.note
  if (noted === own) return
  if (noted?.startsWith('secret key ')) {
    throw new SettingsError(
      'This database was made with another SECRET_KEY. Set that one (it may be in ' +
        'DATA_DIR/secret.key of the first start): without it stored credentials cannot be read.',
    )
  }
  await client.query(`comment on role rounds_app is '${own}'`).catch(explainMissingRights)
}

/**
 * Sets the password only when it is different: roles belong to the whole server, and two databases
 * may be migrated at once.
 */
async function setPassword(client: pg.Client, ownerUrl: string, role: DatabaseRole): Promise<void> {
  for (let attempt = 1; !(await canSignIn(roleUrl(ownerUrl, role))); attempt++) {
    try {
      await client.query(
        `alter role ${role} with login password '${scramVerifier(rolePassword(role))}'`,
      )
    } catch (error) {
      unlessConcurrent(error)
    }
    if (attempt === 5) {
      throw new SettingsError(
        `The role ${role} cannot sign in to the database. Check that pg_hba.conf lets it in ` +
          'by password (scram-sha-256).',
      )
    }
  }
}

/** A row whose writer waits for the standby is locked for as long; its next writer's caller waits. */
const ofCallers = { lock_timeout: '10s' }

/**
 * What holds for every connection of a role. A pooler refuses or forgets what a client wishes when it
 * connects, so the server knows it.
 */
const settings: Record<(typeof roles)[number], Record<string, string>> = {
  rounds_app: { idle_in_transaction_session_timeout: '60s', ...ofCallers },
  rounds_narrow: { idle_in_transaction_session_timeout: '60s', ...ofCallers },
  rounds_auth: { idle_in_transaction_session_timeout: '60s' },
  rounds_engine: {
    idle_in_transaction_session_timeout: '60s',
    // The worker's statements are prepared and name one run. By default Postgres plans them again at
    // each use, because pruning the months beforehand looks cheaper. A generic plan prunes them when
    // it starts, for a third of the CPU (measured with 24 months: lease 470 to 140 µs, commit 910 to
    // 320 µs).
    plan_cache_mode: 'force_generic_plan',
  },
}

/** Sets only what is different, for the reason that `setPassword` has. */
async function setSettings(client: pg.Client, role: (typeof roles)[number]): Promise<void> {
  const wanted = Object.entries(settings[role])
  const isSet = async () => {
    const { rows } = await client.query<{ all: boolean }>(
      `select coalesce((select setconfig from pg_db_role_setting
        where setdatabase = 0 and setrole = $1::regrole), '{}') @> $2::text[] as all`,
      [role, wanted.map(([name, value]) => `${name}=${value}`)],
    )
    return rows[0]?.all === true
  }
  for (let attempt = 1; attempt <= 5 && !(await isSet()); attempt++)
    for (const [name, value] of wanted)
      await client.query(`alter role ${role} set ${name} = '${value}'`).catch(unlessConcurrent)
}

/** XX000: "tuple concurrently updated", by another process that migrates. */
function unlessConcurrent(error: unknown): void {
  if ((error as { code?: string }).code !== 'XX000') explainMissingRights(error)
}

async function canSignIn(url: string): Promise<boolean> {
  const client = makeClient({ connectionString: url, connectionTimeoutMillis: 15_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
