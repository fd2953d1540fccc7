import { limits } from './limits.ts'

/**
 * The address and role of an organization's statements. The runner receives it with each statement;
 * none of it is stored or logged.
 */
export type Target = {
  /** A name or address that has been checked; the connection goes exactly there. */
  host: string
  port: number
  database: string
  user: string
  password: string
  /** The role that runs statements, where it is not `user`. */
  role?: string
  /**
   * The organization's schema in the database that we created for it; null for an outside Postgres.
   */
  schema: string | null
  /**
   * Names the row of `sql_scopes` that says which runs the caller sees, for the level `own`. It
   * travels as the session's application name, which postgres_fdw passes on.
   */
  scope?: string
  /** How the server must prove its identity; null for our own. */
  tls: { servername: string; ca: string | null; verify: boolean } | null
}

/** The beginning of a session's application name; a scope follows it. */
export const applicationName = 'rounds sql'

/**
 * The settings at the start of a session. The startup packet sets them, so that no `ALTER ROLE …
 * SET` overrides them; the gate refuses SET. They also determine the form of answers.
 */
export function startupOptions({ schema, role }: Target, statementMs: number): string {
  const settings: Record<string, string | number> = {
    statement_timeout: statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // A backend whose runner has ended stops its statement instead of finishing it.
    client_connection_check_interval: 1000,
    work_mem: limits.workMemory,
    maintenance_work_mem: '32MB',
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    jit: 'off',
    // The gate's parser assumes these.
    standard_conforming_strings: 'on',
    client_encoding: 'UTF8',
    timezone: 'UTC',
    datestyle: 'ISO',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: 1,
    ...(schema === null ? {} : { search_path: schema }),
    ...(role === undefined ? {} : { role }),
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}
