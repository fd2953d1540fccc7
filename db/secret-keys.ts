import { derive, env, rereadSecretKey, secretKey } from '#lib/env'
import { keyIdOf, knownKey, setKeyring, type KeyOfValues } from '#lib/keyring'
import { openWith, sealWith } from '#lib/sealed-text'
import { SettingsError } from '#lib/settings-error'

/** A pool or a client. */
type Queries = { query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> }

type Row = {
  id: string
  is_first: boolean
  wraps: Record<string, string>
  ahead_ms: number
  of_roles: string | null
}

const placeOf = (id: string): string => `secret key:${id}`

/** A key as it is stored: encrypted with a key from this SECRET_KEY, under that one's id. */
export const wrapKey = (id: string, content: string, secret = secretKey()): [string, string] => [
  keyIdOf(secret),
  sealWith(derive(secret, 'key wrapping'), placeOf(id), content),
]

function unwrap({ id, wraps }: Row): string | undefined {
  const wrapped = wraps[keyIdOf(secretKey())]
  if (wrapped !== undefined)
    return openWith(derive(secretKey(), 'key wrapping'), placeOf(id), wrapped)
  return knownKey(id)?.content
}

/** An older version migrates first, so the table may be missing. */
async function rowsOf(database: Queries): Promise<Row[]> {
  const { rows } = await database
    .query(
      `select id, is_first, wraps,
         (extract(epoch from writes_from - now()) * 1000)::float8 as ahead_ms,
         (select substring(shobj_description(oid, 'pg_authid') from '^passwords of key (.+)$')
          from pg_roles where rolname = 'rounds_auth') as of_roles
       from secret_keys`,
    )
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === '42P01') return { rows: [] }
      throw error
    })
  return rows as Row[]
}

/**
 * Reads the installation's keys into this process; answers whether there are any. Throws a
 * `SettingsError` when SECRET_KEY opens none of them.
 */
export async function readSecretKeys(database: Queries): Promise<boolean> {
  const rows = await rowsOf(database)
  // A rotation may have replaced the key that is kept in DATA_DIR.
  if (!env().SECRET_KEY && rows.some((row) => unwrap(row) === undefined)) rereadSecretKey()
  const keys: KeyOfValues[] = []
  for (const row of rows) {
    const content = unwrap(row)
    if (content === undefined)
      throw new SettingsError(
        'This database was made with another SECRET_KEY. Set that one (it may be in ' +
          'DATA_DIR/secret.key of the first start), or the one that replaced it (npm run ' +
          'rotate-key): without it stored credentials cannot be read.',
      )
    const { id, is_first: isFirst, ahead_ms: aheadMs } = row
    keys.push({ id, content, isFirst, writesFrom: Date.now() + aheadMs })
  }
  setKeyring(keys, rows[0]?.of_roles ?? undefined)
  return keys.length > 0
}

/** Makes SECRET_KEY the first key of an installation that has none; `owner` may migrate. */
export async function recordFirstKey(owner: Queries): Promise<void> {
  const content = secretKey()
  const id = keyIdOf(content)
  await owner.query(
    `insert into secret_keys (id, is_first, wraps, writes_from) values ($1, true, $2, 'epoch')
     on conflict do nothing`,
    [id, Object.fromEntries([wrapKey(id, content)])],
  )
  await readSecretKeys(owner)
}
