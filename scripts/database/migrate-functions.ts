import { spawnSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'

import { compareFunctions, functionSources } from './function-sources.ts'
import { withMigratedDatabase } from './migrated-database.ts'

/**
 * Writes a migration with the functions of db/functions that differ from the migrations. `node
 * scripts/database/migrate-functions.ts <name of the migration>`
 */
const name = process.argv[2] ?? 'functions'

const { changed } = await withMigratedDatabase((client) =>
  compareFunctions(client, functionSources()),
)
if (changed.length === 0)
  process.stdout.write('The migrations already create the functions of db/functions.\n')
else {
  const before = new Set(globSync('db/migrations/*.sql'))
  const args = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--custom', '--name', name]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const file = globSync('db/migrations/*.sql').find((candidate) => !before.has(candidate))
  if (status !== 0 || !file) throw new Error(`drizzle-kit created no migration: ${stdout}${stderr}`)
  const header = '-- Generated from db/functions by npm run db:functions.\n'
  const texts = changed.map(({ text }) => text)
  writeFileSync(file, `${header}${texts.join('\n--> statement-breakpoint\n')}\n`)
  process.stdout.write(`${file}: ${changed.map((source) => source.name).join(', ')}\n`)
}
