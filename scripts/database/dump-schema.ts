import { existsSync, readFileSync, writeFileSync } from 'node:fs'

import { compareFunctions, functionSources } from './function-sources.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import { schemaText } from './schema-text.ts'

/**
 * Writes db/schema.sql from a new database with all migrations. Fails when db/functions differs
 * from the migrations. `--check` writes nothing and also fails when db/schema.sql is stale.
 */
const target = 'db/schema.sql'

const { functions, text } = await withMigratedDatabase(async (client) => ({
  functions: await compareFunctions(client, functionSources()),
  text: await schemaText(client),
}))

const problems = [...functions.problems]
for (const { file } of functions.changed) {
  problems.push(`${file} is in no migration. Run: npm run db:functions -- <name of the migration>`)
}
const written = existsSync(target) ? readFileSync(target, 'utf8') : ''
if (written !== text) {
  if (process.argv.includes('--check')) {
    problems.push(`${target} differs from the result of the migrations. Run: npm run db:schema`)
  } else writeFileSync(target, text)
}
for (const problem of problems) process.stdout.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
