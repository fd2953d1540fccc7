/**
 * Fails when db/schema contains something that no migration in db/migrations creates (drizzle-kit
 * writes what is missing into a copy), or when a migration would block a running installation.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { readMigrationFiles } from '../../db/migration-files.ts'
import { problemsOf } from './migration-rules.ts'

// Migrations up to this one ran everywhere before the rules existed.
const firstWithRules = '0037'
for (const migration of readMigrationFiles('db/migrations')) {
  if (migration.name < firstWithRules) continue
  for (const problem of problemsOf(migration)) {
    process.stdout.write(`${problem} See db/README.md.\n`)
    process.exitCode = 1
  }
}

mkdirSync('.cache', { recursive: true })
const copy = mkdtempSync(path.join('.cache', 'migrations-'))
try {
  cpSync('db/migrations', copy, { recursive: true })
  const args = [
    'node_modules/drizzle-kit/bin.cjs',
    'generate',
    '--dialect',
    'postgresql',
    '--schema',
    './db/schema/index.ts',
    '--out',
    copy,
    '--name',
    'missing',
  ]
  // Without a terminal it cannot ask whether a column was renamed. Then it fails, correctly,
  // because the schema was changed.
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const added = readdirSync(copy).filter((file) => file.endsWith('_missing.sql'))
  if (status !== 0 || added.length > 0) {
    process.stdout.write(
      'db/schema was changed without a migration. Run: ' +
        `npm run db:generate\n${status === 0 ? '' : `${stdout}${stderr}\n`}`,
    )
    process.exitCode = 1
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
