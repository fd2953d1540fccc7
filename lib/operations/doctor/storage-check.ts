import { statfs } from 'node:fs/promises'
import type { Finding } from '#lib/contracts/instance/installation'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'
import { store } from '#lib/store/store'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Storage'

async function storeFinding(): Promise<Finding> {
  try {
    await (await store()).probe()
    return fine(about, 'The store of files takes writes.')
  } catch (error) {
    // It is the store of others.
    if (error instanceof SettingsError) return problem(about, error.message, null)
    return problem(
      about,
      'The store of files takes no writes, so uploads and large values fail.',
      'Look at the rights and the space of DATA_DIR, or at the bucket with FILES_STORE=s3.',
    )
  }
}

async function diskFinding(): Promise<Finding> {
  const { DATA_DIR } = env()
  const { bavail, blocks } = await statfs(DATA_DIR)
  const free = Math.floor((bavail / blocks) * 100)
  const says = `${free} % of the disk of ${DATA_DIR} is free.`
  const toDo = 'Make room: shorten the retention of runs, or move the folder to a larger disk.'
  if (free >= 20) return fine(about, says)
  return free >= 10 ? warning(about, says, toDo) : problem(about, says, toDo)
}

/** The store of files takes writes, and the disk of the data folder has room. */
export const storageCheck: Check = {
  about,
  look: async () => await Promise.all([storeFinding(), diskFinding()]),
}
