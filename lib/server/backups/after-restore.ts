import { writeFileSync } from 'node:fs'
import path from 'node:path'

import { countOf } from '#lib/domain/count-of'
import { env } from '#lib/env'
import { beginGeneration, type Held } from '#lib/operations/restores/begin-generation'
import { missingBytes, type MissingBytes } from '#lib/operations/restores/missing-bytes'

import { say } from '../say.ts'

const heldSentence = ({ generation, runs, mails }: Held, backupAt: Date): string =>
  `This is generation ${generation} of the installation, with the state of ` +
  `${backupAt.toISOString()}. Held until a person answers: ${countOf(runs, 'open run')} (each of their calls ` +
  `asks first: page Inbox) and ${countOf(mails, 'mail')} (page Mails, status Held). Everybody signs in again.\n` +
  'API keys and members are as they were at the backup: revoke again what was revoked since.\n' +
  'When nothing can have happened after the backup: npm run restore-check -- --release'

function missingSentence(missing: MissingBytes[]): string {
  if (missing.length === 0) return 'All files and payloads that the database names are there.'
  const list = path.join(env().DATA_DIR, 'missing-after-restore.json')
  writeFileSync(list, `${JSON.stringify(missing, null, 2)}\n`, { mode: 0o600 })
  const files = missing.filter(({ what }) => what === 'file').length
  return (
    `MISSING: the store has not ${countOf(files, 'file')} and ${countOf(missing.length - files, 'payload')} ` +
    `that the database names. Their ids are in ${list}.`
  )
}

/** Says which files and payloads the store lacks. */
export async function sayMissing(): Promise<void> {
  say(missingSentence(await missingBytes()))
}

/** What follows a restore to the state of `backupAt`, before anything else uses the database. */
export async function afterRestore(backupAt: Date): Promise<void> {
  say(heldSentence(await beginGeneration(backupAt), backupAt))
  await sayMissing()
}
