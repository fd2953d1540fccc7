import { closeDatabase } from '#db/client'
import { runOrganizationsCommand } from '#lib/operations/instance/run-command'

import { attachDatabase } from './database/attach-database.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/** `npm run organizations -- <command>`: the organizations and their administrators, at the server. */
runEntry(async () => {
  await attachDatabase()
  try {
    say(await runOrganizationsCommand(process.argv.slice(2)))
  } finally {
    await closeDatabase()
  }
})
