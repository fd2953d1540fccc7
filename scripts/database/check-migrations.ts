/**
 * Fails when db/schema says something that no migration in db/migrations does (lets drizzle-kit
 * write what is missing into a copy), or when a migration would keep a running installation
 * waiting.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { readMigrationFiles } from '../../db/migration-files.ts'
import { problemsOf } from './migration-rules.ts'

// Those up to here ran everywhere before there were rules.
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
  // Without a terminal it cannot ask whether a column was renamed; it fails then, which is right:
  // the schema was changed.
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
