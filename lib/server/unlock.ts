import { closeDatabase } from '#db/client'
import { unlockAccount } from '#lib/operations/sign-in/unlock-account'
import { SettingsError } from '#lib/settings-error'

import { attachDatabase } from './database/attach-database.ts'
import { runEntry } from './run-entry.ts'
import { say } from './say.ts'

/** `npm run unlock -- <e-mail>`: prints a link for somebody who is locked out. */
runEntry(async () => {
  const [email] = process.argv.slice(2)
  if (!email)
    throw new SettingsError('Name the e-mail address: npm run unlock -- person@example.com')
  await attachDatabase()
  try {
    const link = await unlockAccount(email)
    if (!link) throw new SettingsError(`No account has the address ${email}, or it is disabled.`)
    say(
      `With this link ${email} chooses a new password; their second factors are removed then.\n` +
        'It works once, for 30 minutes. Hand it over only when you know who asks.\n\n' +
        link,
    )
  } finally {
    await closeDatabase()
  }
})
