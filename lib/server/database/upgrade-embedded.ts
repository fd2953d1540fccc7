import path from 'node:path'

import { env } from '#lib/env'
import { makeClient } from '#lib/postgres'

import { say } from '../say.ts'
import { requireKnownMigrations } from './known-migrations.ts'

/** How many backups of before upgrades are kept. */
const keep = 3

/** The migrations that the database has; none in a new one. */
async function appliedMigrations(url: string): Promise<number[]> {
  const client = makeClient({ connectionString: url, connectionTimeoutMillis: 15_000 })
  await client.connect()
  try {
    const { rows: there } = await client.query<{ there: boolean }>(
      `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
    )
    if (!there[0]?.there) return []
    const { rows } = await client.query<{ at: string }>(
      'select created_at::text as at from drizzle.__drizzle_migrations',
    )
    return rows.map(({ at }) => Number(at))
  } finally {
    await client.end()
  }
}

/**
 * Before an older installation is upgraded, its database is backed up into `DATA_DIR/backups`, where
 * no other process uses it yet. Its files stay: an upgrade does not change them. Throws a
 * `SettingsError` for the folder of a newer version.
 */
export async function backUpBeforeUpgrade(url: string): Promise<void> {
  const { DATA_DIR } = env()
  const applied = await appliedMigrations(url)
  const { pending } = requireKnownMigrations(applied, `The data folder ${DATA_DIR}`)
  if (applied.length === 0 || pending === 0) return
  const target = path.join(DATA_DIR, 'backups')
  say(
    `This data folder is of an older version (migrations to run: ${pending}). A backup is made first.`,
  )
  // Only an upgrade needs it, and the process that supervises stays small.
  const { backUpRunning } = await import('../backups/back-up.ts')
  const { manifest } = await backUpRunning(url, {
    target,
    withSecretKey: false,
    keep,
    files: 'left',
  })
  say(
    `The database as it was is in ${target}, backup ${manifest.name}. To go back: npm run restore ` +
      `-- ${target} <new folder> --backup ${manifest.name} --files ${DATA_DIR}, with the older ` +
      `version of Rounds and SECRET_KEY_FILE=${path.join(DATA_DIR, 'secret.key')}.`,
  )
}
