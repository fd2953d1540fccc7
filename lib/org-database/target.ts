import { limits } from './limits.ts'

/**
 * Where an organization's statements go, and as whom. It crosses to the runner with each statement;
 * nothing of it is kept or logged.
 */
export type Target = {
  /** A name or address that has been checked: what is connected to is this. */
  host: string
  port: number
  database: string
  user: string
  password: string
  /** The role that statements run as, where it is not `user`. */
  role?: string
  /**
   * The organization's schema in the database that we made for it; null for a Postgres of its own.
   */
  schema: string | null
  /** How the server must prove itself; null where it is ours. */
  tls: { servername: string; ca: string | null; verify: boolean } | null
}

/**
 * The settings a session starts with. They come in the startup packet, so that no `ALTER ROLE …
 * SET` is stronger; the gate lets no SET through. What a customer's answer looks like depends on
 * them too.
 */
export function startupOptions({ schema, role }: Target, statementMs: number): string {
  const settings: Record<string, string | number> = {
    statement_timeout: statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // A backend whose runner is gone ends its statement instead of finishing it for nobody.
    client_connection_check_interval: 1000,
    work_mem: limits.workMemory,
    maintenance_work_mem: '32MB',
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    jit: 'off',
    // What the gate's parser takes for granted.
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
