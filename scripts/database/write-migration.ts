/**
 * Writes the migration for db/schema (drizzle-kit). Indexes on existing tables are created
 * concurrently, in their own file: `npm run db:generate -- --name what-it-does`.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { outsideTransactionMarker } from '../../db/migration-files.ts'
import { splitIndexes } from './migration-rules.ts'

const folder = 'db/migrations'
const breakpoint = '--> statement-breakpoint'

const files = () => readdirSync(folder).filter((file) => file.endsWith('.sql'))

/** The file that drizzle-kit adds; undefined when the schema has not changed. */
function generate(...args: string[]): string | undefined {
  const before = files()
  const command = ['node_modules/drizzle-kit/bin.cjs', 'generate', ...args]
  // It may ask whether a column was renamed.
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  return files().find((file) => !before.includes(file))
}

const write = (file: string, statements: string[], first = '') =>
  writeFileSync(path.join(folder, file), `${first}${statements.join(`${breakpoint}\n`)}`)

const file = generate(...process.argv.slice(2))
if (file && !process.argv.includes('--custom')) {
  const text = readFileSync(path.join(folder, file), 'utf8')
  const statements = text.split(breakpoint).map((statement) => `${statement.trim()}\n`)
  const { rest, concurrent } = splitIndexes(statements)
  if (concurrent.length > 0) {
    if (rest.length > 0) write(file, rest)
    const name = file.replace(/^\d+_(.*)\.sql$/, '$1')
    const indexes = rest.length > 0 ? generate('--custom', '--name', `${name}-indexes`) : file
    if (!indexes) throw new Error('drizzle-kit wrote no file for the indexes')
    const lines = concurrent.map((statement) => `${statement}\n`)
    write(indexes, lines, `${outsideTransactionMarker}\n`)
    process.stdout.write(`The indexes are created concurrently: ${folder}/${indexes}\n`)
  }
}
