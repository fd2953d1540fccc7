import { authDb } from '#db/client'
import { lastBackup } from '#lib/last-backup'
import type { Finding } from '#lib/contracts/instance/installation'
import { askArchiver } from '#lib/engine/worker/operating-numbers'
import { env } from '#lib/env'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Backup'
const oldAfterMs = 7 * 24 * 3_600_000

/** To the minute, in universal time: the doctor speaks to operators of all zones. */
const inWords = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

async function backupFinding(): Promise<Finding> {
  const last = await lastBackup(env().DATA_DIR)
  const toDo = 'Run npm run backup each night (docs/operations.md), and try a restore.'
  if (!last) return warning(about, `There is no backup of ${env().DATA_DIR}.`, toDo)
  const says = `The last backup is of ${inWords(last.at)}, in ${last.target}.`
  return Date.now() - last.at.getTime() > oldAfterMs
    ? warning(about, says, toDo)
    : fine(about, says)
}

async function archiveFindings(): Promise<Finding[]> {
  // The web has no connection of the workers' role.
  const archive = await askArchiver(authDb())
  if (!archive) return []
  const last = archive.archivedAt
    ? ` The last was at ${inWords(new Date(archive.archivedAt))}.`
    : ''
  return archive.failing
    ? [
        problem(
          about,
          `The log of the database cannot be archived.${last}`,
          'Look at its folder (ARCHIVE_DIR) or archive_command: rights, space, what stands in it.',
        ),
      ]
    : [fine(about, `The log of the database is archived.${last}`)]
}

/**
 * How old the last backup of an embedded installation is, and whether the log is archived. A
 * Postgres of one's own is backed up by its own means.
 */
export const backupCheck: Check = {
  about,
  look: async () => [
    ...(env().DATABASE_URL === undefined ? [await backupFinding()] : []),
    ...(await archiveFindings()),
  ],
}
