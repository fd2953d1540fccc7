import type pg from 'pg'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'

export type OwnerSession = {
  client: pg.Client
  /** Acts as one of our roles from now on; row-level security holds for it. */
  actAs(role: 'rounds_app' | 'rounds_auth' | 'rounds_engine'): Promise<void>
}

const roles = 'rounds_app, rounds_auth, rounds_engine'

/** A role that is no superuser acts as those that it made once it has granted them to itself. */
async function mayActAs(client: pg.Client): Promise<{ granted: boolean }> {
  const { rows } = await client.query<{ able: boolean }>(
    `select bool_and(pg_has_role(current_user, rolname, 'SET')) as able from pg_roles
     where rolname in ('rounds_app', 'rounds_auth', 'rounds_engine')`,
  )
  if (rows[0]?.able) return { granted: false }
  try {
    await client.query(`grant ${roles} to current_user with inherit false, set true`)
    return { granted: true }
  } catch (error) {
    throw new SettingsError(
      `The role of DATABASE_URL may not act as ${roles} (${(error as Error).message}). It must be ` +
        'the one that migrates the database.',
    )
  }
}

/**
 * Does `work` in one transaction of the role that owns the database, which sees one organization. It
 * commits, and with `keep: false` it rolls back, which also takes back the rights that it took.
 */
export async function inOwnerSession<T>(
  ownerUrl: string,
  { organizationId, keep }: { organizationId: string; keep: boolean },
  work: (session: OwnerSession) => Promise<T>,
): Promise<T> {
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds transfer',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    await client.query(`set local idle_in_transaction_session_timeout = 0`)
    const { granted } = await mayActAs(client)
    await client.query(`select set_config('rounds.organization_id', $1, true)`, [organizationId])
    const actAs: OwnerSession['actAs'] = async (role) => {
      await client.query(`set local role ${role}`)
    }
    const result = await work({ client, actAs })
    await client.query('reset role')
    if (!keep) {
      await client.query('rollback')
      return result
    }
    if (granted) await client.query(`revoke ${roles} from current_user`)
    await client.query('commit')
    return result
  } finally {
    // Without a commit the server rolls back.
    await client.end().catch(() => undefined)
  }
}
