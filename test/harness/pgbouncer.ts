import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { roles } from '#lib/role-passwords'
import { makeClient } from '#lib/postgres'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

/** The settings of docs/operations.md. Each test file has a database of its own: `*`. */
const config = (server: URL, port: number, folder: string, byQuery: boolean): string => `
[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
pool_mode = transaction
auth_type = scram-sha-256
auth_file = ${path.join(folder, 'users.txt')}
${byQuery ? 'auth_user = pgbouncer\nauth_query = select * from pgbouncer.user_of($1)' : ''}
default_pool_size = 10
server_login_retry = 1
max_client_conn = 1000
logfile = ${path.join(folder, 'pgbouncer.log')}
`

/** Lets PgBouncer look passwords up itself, as docs/operations.md says. */
const lookUp = `
  create role pgbouncer login password 'a password of pgbouncer';
  do $$ begin execute format('grant connect on database %I to pgbouncer', current_database()); end $$;
  create schema pgbouncer;
  create function pgbouncer.user_of(name text) returns table (usename name, passwd text)
    language sql security definer set search_path = pg_catalog
    as $$ select rolname, rolpassword from pg_authid
      where rolname = name and rolname in ('rounds_app', 'rounds_narrow', 'rounds_auth') $$;
  revoke all on function pgbouncer.user_of from public;
  grant usage on schema pgbouncer to pgbouncer;
  grant execute on function pgbouncer.user_of to pgbouncer;`

/** What Postgres keeps of the roles' passwords, from which nobody learns them. */
async function verifiers(url: string, byQuery: boolean): Promise<string> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    if (byQuery) {
      await client.query(lookUp)
      return '"pgbouncer" "a password of pgbouncer"'
    }
    const { rows } = await client.query<{ line: string }>(
      `select format('"%s" "%s"', rolname, rolpassword) as line from pg_authid
        where rolname = any($1)`,
      [roles],
    )
    return rows.map(({ line }) => line).join('\n')
  } finally {
    await client.end()
  }
}

async function answers(url: URL): Promise<boolean> {
  const client = makeClient({ connectionString: url.href, connectionTimeoutMillis: 1000 })
  // The password is none: PgBouncer is up once it refuses it.
  const said = await client.connect().then(
    () => true,
    (error: Error) => !('code' in error && error.code === 'ECONNREFUSED'),
  )
  await client.end().catch(() => undefined)
  return said
}

/**
 * Starts PgBouncer in transaction mode in front of a server, on a port of its own, for our roles. It
 * knows their passwords by a file, or looks them up `byQuery` in that one database.
 */
export async function startPgbouncer(
  folder: string,
  url: string,
  { byQuery = false } = {},
): Promise<{ url: string; rereadUsers(): Promise<void>; stop(): Promise<void> }> {
  if (spawnSync('pgbouncer', ['--version']).error)
    throw new Error('This needs PgBouncer. On Debian: apt-get install pgbouncer.')
  const port = await freePort()
  writeFileSync(path.join(folder, 'pgbouncer.ini'), config(new URL(url), port, folder, byQuery))
  const users = path.join(folder, 'users.txt')
  writeFileSync(users, await verifiers(url, byQuery))
  // It refuses to run as root, and its user must write the log.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chmodSync(folder, 0o777)
  const args = ['-q', ...(isRoot ? ['-u', 'nobody'] : []), path.join(folder, 'pgbouncer.ini')]
  const pooler = spawn('pgbouncer', args, { stdio: 'ignore' })
  const ended = once(pooler, 'exit')
  const end = () => pooler.kill('SIGKILL')
  process.once('exit', end)
  const at = new URL(`postgresql://rounds_app@127.0.0.1:${port}`)
  await until('PgBouncer', async () => await answers(at))
  return {
    url: `postgresql://127.0.0.1:${port}`,
    /** What an operator does after the passwords have changed. */
    async rereadUsers() {
      writeFileSync(users, await verifiers(url, false))
      pooler.kill('SIGHUP')
    },
    async stop() {
      process.off('exit', end)
      end()
      await ended
    },
  }
}
