import { closeDatabase } from '#db/client'
import {
  finishRotation,
  rotateKeys,
  rotateRolePasswords,
} from '#lib/operations/secret-keys/rotate-keys'
import { SettingsError } from '#lib/settings-error'

import { attachDatabase, ownerUrl } from './database/attach-database.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

const acts = { rotate: rotateKeys, finish: finishRotation, roles: rotateRolePasswords }

/** `npm run rotate-key`: replaces the keys of stored secrets while everything runs. */
runEntry(async () => {
  const [name = 'rotate', ...more] = process.argv.slice(2)
  const act = Object.entries(acts).find(([known]) => known === name)?.[1]
  if (!act || more.length > 0)
    throw new SettingsError(
      'It is npm run rotate-key; npm run rotate-key -- finish when every process has the new key; or ' +
        'npm run rotate-key -- roles for new passwords of the roles of the database.',
    )
  await attachDatabase()
  try {
    await act({ ownerUrl: ownerUrl(), say })
  } finally {
    await closeDatabase()
  }
})
