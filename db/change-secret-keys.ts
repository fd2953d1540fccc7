import { randomBytes } from 'node:crypto'
import { secretKey } from '#lib/env'
import { keyIdOf, knownKey, type KeyOfValues } from '#lib/keyring'
import { makeClient } from '#lib/postgres'
import { allRoles, rolePassword, roles, type DatabaseRole } from '#lib/role-passwords'
import { scramVerifier } from '#lib/scram-verifier'
import { wrapKey } from './secret-keys.ts'

type Client = ReturnType<typeof makeClient>

/**
 * Does work in a transaction of a role that may migrate, alone: two operators must not change the
 * keys at once.
 */
export async function asOwner<T>(
  ownerUrl: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds rotate-key',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('rounds secret keys'))`)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    await client.end()
  }
}

type Stored = { id: string; wraps: Record<string, string> }

/** The keys as they are stored. */
export async function storedKeys(client: Client): Promise<Stored[]> {
  const { rows } = await client.query<Stored>('select id, wraps from secret_keys')
  return rows
}

/** Lets `secret` open every key too, beside the present SECRET_KEY. */
export async function letOpen(client: Client, secret: string): Promise<void> {
  for (const { id, wraps } of await storedKeys(client)) {
    const content = knownKey(id)?.content
    if (content === undefined) throw new Error(`the key ${id} was not read`)
    const [by, wrapped] = wrapKey(id, content, secret)
    await client.query('update secret_keys set wraps = $2 where id = $1', [
      id,
      { ...wraps, [by]: wrapped },
    ])
  }
}

/** Lets the present SECRET_KEY alone open the keys. */
export async function closeFormer(client: Client): Promise<number> {
  const own = keyIdOf(secretKey())
  let closed = 0
  for (const { id, wraps } of await storedKeys(client)) {
    const wrapped = wraps[own]
    if (wrapped === undefined) throw new Error(`the key ${id} is not opened by SECRET_KEY`)
    if (Object.keys(wraps).length === 1) continue
    closed += 1
    await client.query('update secret_keys set wraps = $2 where id = $1', [id, { [own]: wrapped }])
  }
  return closed
}

/** Makes a key for values; every SECRET_KEY that opens the others opens it too. */
export async function addKey(
  client: Client,
  secrets: string[],
  learnWithinMs: number,
): Promise<void> {
  const content = randomBytes(32).toString('base64url')
  const id = keyIdOf(content)
  await client.query(
    `insert into secret_keys (id, is_first, wraps, writes_from)
     values ($1, false, $2, now() + make_interval(secs => $3))`,
    [
      id,
      Object.fromEntries(secrets.map((secret) => wrapKey(id, content, secret))),
      learnWithinMs / 1000,
    ],
  )
}

/** Milliseconds until the newest key encrypts; 0 when it does already. */
export async function msUntilWriting(client: Client): Promise<number> {
  const { rows } = await client.query<{ ms: number | null }>(
    `select (extract(epoch from max(writes_from) - now()) * 1000)::float8 as ms from secret_keys`,
  )
  return Math.max(0, rows[0]?.ms ?? 0)
}

/**
 * From the commit on the passwords of our roles derive from this key, which every process knows by
 * now. Answers the roles, and other databases of this server in which they are signed in.
 */
export async function changeRolePasswords(
  client: Client,
  key: KeyOfValues,
): Promise<{ changed: string[]; elsewhere: string[] }> {
  const { rows: elsewhere } = await client.query<{ name: string }>(
    `select distinct datname as name from pg_stat_activity
     where usename = any($1) and datname <> current_database()`,
    [roles],
  )
  const { rows: there } = await client.query<{ name: DatabaseRole }>(
    'select rolname as name from pg_roles where rolname = any($1) order by rolname',
    [allRoles],
  )
  if (elsewhere.length === 0) {
    for (const { name } of there) {
      const verifier = scramVerifier(rolePassword(name, key.content))
      await client.query(`alter role ${name} with login password '${verifier}'`)
    }
    // Read by db/secret-keys.ts.
    await client.query(`comment on role rounds_auth is 'passwords of key ${key.id}'`)
  }
  const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
  return { changed: names(there), elsewhere: names(elsewhere) }
}
