import { closeDatabase } from '#db/client'
import { migrationCheck } from '#lib/operations/doctor/migration-check'
import { examine } from '#lib/operations/doctor/examine'
import { inSentences } from '#lib/operations/doctor/in-sentences'
import { SettingsError } from '#lib/settings-error'

import { attachDatabase, ownerUrl } from './database/attach-database.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/**
 * `npm run doctor`: examines the installation of this folder and its settings. The exit code is 1
 * when there are problems, and 0 otherwise; `--json` prints the findings for programs.
 */
runEntry(async () => {
  const given = process.argv.slice(2)
  if (given.some((word) => word !== '--json'))
    throw new SettingsError('It is npm run doctor, or npm run -s doctor -- --json.')
  Object.assign(process.env, { NODE_ENV: 'production' })
  await attachDatabase()
  try {
    const findings = await examine([migrationCheck(ownerUrl())])
    say(given.includes('--json') ? JSON.stringify({ findings }) : inSentences(findings))
    if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1
  } finally {
    await closeDatabase()
  }
})
