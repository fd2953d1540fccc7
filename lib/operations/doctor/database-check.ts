import { sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import type { Finding } from '#lib/contracts/instance/installation'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Database'
const enoughLocks = 256

type Server = {
  version: number
  versionText: string
  locks: number
  commit: string
  fsync: string
  standby: boolean
  used: number
  most: number
  now: number
}

async function askServer(): Promise<{ server: Server; aheadMs: number }> {
  const before = Date.now()
  const { rows } = await authDb().execute<Server>(
    sql`select current_setting('server_version_num')::int as version,
       current_setting('server_version') as "versionText",
       current_setting('max_locks_per_transaction')::int as locks,
       current_setting('synchronous_commit') as commit, current_setting('fsync') as fsync,
       pg_is_in_recovery() as standby,
       (select count(*)::int from pg_stat_activity where datid is not null) as used,
       current_setting('max_connections')::int as most,
       (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  )
  const [server] = rows
  if (!server) throw new Error('the database answered nothing')
  return { server, aheadMs: server.now - (before + Date.now()) / 2 }
}

function settingFindings({
  version,
  versionText,
  locks,
  commit,
  fsync,
  standby,
}: Server): Finding[] {
  const found: Finding[] = []
  if (standby)
    found.push(
      problem(
        about,
        'DATABASE_URL leads to a standby, which takes no writes.',
        'Point it at the primary, best by a proxy that follows it (docs/operations.md).',
      ),
    )
  if (version < 160_000)
    found.push(
      problem(about, `It is PostgreSQL ${versionText}; 16 or later is needed.`, 'Upgrade it.'),
    )
  if (locks < enoughLocks)
    found.push(
      warning(
        about,
        `max_locks_per_transaction is ${locks}: with a long history, requests fail with "out of shared memory".`,
        `Set it to ${enoughLocks} and restart Postgres.`,
      ),
    )
  if (commit === 'off' || fsync === 'off')
    found.push(
      problem(
        about,
        `${fsync === 'off' ? 'fsync' : 'synchronous_commit'} is off: a crash loses runs that were accepted.`,
        'Set both to on and reload Postgres.',
      ),
    )
  return found
}

function connectionFinding({ used, most }: Server): Finding {
  const says = `${used} of ${most} connections are in use.`
  if (used / most < 0.8) return fine(about, says)
  return warning(
    about,
    says,
    'Raise max_connections, run fewer processes, or put PgBouncer before the web processes.',
  )
}

function clockFinding(aheadMs: number): Finding {
  const seconds = Math.abs(aheadMs) / 1000
  const says = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} s.`
  if (seconds < 1) return fine(about, says)
  const toDo = 'Turn on time synchronisation (chrony or systemd-timesyncd) on both machines.'
  return seconds < 5 ? warning(about, says, toDo) : problem(about, says, toDo)
}

/** The database: version and settings, connections, and its clock. */
export const databaseCheck: Check = {
  about,
  look: async () => {
    const { server, aheadMs } = await askServer()
    const faults = settingFindings(server)
    return [
      ...(faults.length > 0
        ? faults
        : [fine(about, `PostgreSQL ${server.versionText} answers and is set as it should be.`)]),
      connectionFinding(server),
      clockFinding(aheadMs),
    ]
  },
}
