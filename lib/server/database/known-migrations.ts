import path from 'node:path'

import { readMigrationFiles } from '#db/migration-files'
import { SettingsError } from '#lib/settings-error'

const known = (): Set<number> =>
  new Set(readMigrationFiles(path.resolve('db/migrations')).map(({ madeAt }) => madeAt))

/**
 * How many migrations are missing in a database that has these. Throws a `SettingsError` when it has
 * some that this version of Rounds does not know: a newer version used it.
 */
export function requireKnownMigrations(applied: number[], what: string): { pending: number } {
  const here = known()
  if (applied.some((madeAt) => madeAt !== 0 && !here.has(madeAt)))
    throw new SettingsError(
      `${what} was used by a newer version of Rounds than this one. Start that version, or restore ` +
        'a backup of before the upgrade.',
    )
  const there = new Set(applied)
  return { pending: [...here].filter((madeAt) => !there.has(madeAt)).length }
}
