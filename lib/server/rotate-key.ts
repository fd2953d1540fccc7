import { closeDatabase } from '#db/client'
import { finishRotation, rotateKeys } from '#lib/operations/secret-keys/rotate-keys'
import { SettingsError } from '#lib/settings-error'

import { attachDatabase, ownerUrl } from './database/attach-database.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/** `npm run rotate-key`: replaces the keys of stored secrets while everything runs. */
runEntry(async () => {
  const [act, ...more] = process.argv.slice(2)
  if ((act !== undefined && act !== 'finish') || more.length > 0)
    throw new SettingsError(
      'It is npm run rotate-key, or npm run rotate-key -- finish when every process has the new key.',
    )
  await attachDatabase()
  try {
    const rotation = { ownerUrl: ownerUrl(), say }
    await (act === 'finish' ? finishRotation(rotation) : rotateKeys(rotation))
  } finally {
    await closeDatabase()
  }
})
