import { setTimeout as delay } from 'node:timers/promises'
import type { Finding } from '#lib/contracts/instance/installation'
import { backupCheck } from './backup-check.ts'
import { cellsCheck } from './cells-check.ts'
import { databaseCheck } from './database-check.ts'
import { problem, type Check } from './finding.ts'
import { keysCheck } from './keys-check.ts'
import { certificateCheck, mailCheck } from './outside-checks.ts'
import { replicaCheck } from './replica-check.ts'
import { settingsCheck } from './settings-check.ts'
import { storageCheck } from './storage-check.ts'
import { workCheck } from './work-check.ts'

const checks: Check[] = [
  settingsCheck,
  databaseCheck,
  replicaCheck,
  cellsCheck,
  keysCheck,
  storageCheck,
  backupCheck,
  workCheck,
  mailCheck,
  certificateCheck,
]

const withinMs = 10_000

async function lookAt({ about, look }: Check): Promise<Finding[]> {
  const done = new AbortController()
  const late = delay(withinMs, undefined, { signal: done.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${withinMs / 1000} s`)
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([look(), late])
  } catch (error) {
    // Codes only: messages may hold addresses with passwords.
    const why = (error as { code?: string }).code ?? 'no answer'
    return [
      problem(
        about,
        `This could not be checked (${why}).`,
        'Look at the log, and at the database.',
      ),
    ]
  } finally {
    done.abort()
  }
}

/**
 * Examines the installation as this process sees it. Used by `npm run doctor` and by the page of
 * instance administrators.
 */
export async function examine(more: Check[] = []): Promise<Finding[]> {
  return (await Promise.all([...more, ...checks].map(lookAt))).flat()
}
