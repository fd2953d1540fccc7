import path from 'node:path'
import { makeClient } from '#lib/postgres'
import { readMigrationFiles } from './migration-files.ts'

/**
 * How many migrations of this release have not run, and how many ran that it does not know. Only the
 * owner may look.
 */
export async function migrationState(
  ownerUrl: string,
): Promise<{ pending: number; newer: number }> {
  const client = makeClient({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ created_at: string }>(
      'select created_at from drizzle.__drizzle_migrations',
    )
    const applied = new Set(rows.map((row) => Number(row.created_at)))
    const own = new Set(readMigrationFiles(path.resolve('db/migrations')).map((one) => one.madeAt))
    return {
      pending: [...own].filter((madeAt) => !applied.has(madeAt)).length,
      newer: [...applied].filter((madeAt) => !own.has(madeAt)).length,
    }
  } finally {
    await client.end()
  }
}
