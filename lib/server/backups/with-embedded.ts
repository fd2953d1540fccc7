import { existsSync } from 'node:fs'

import { startEmbeddedPostgres } from '#db/embedded'
import { clusterOrDataDir, embeddedUrl } from '#db/embedded-cluster'
import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'

import { isDataDirInUse, lockDataDir } from '../database/data-dir-lock.ts'
import { say } from '../say.ts'

/**
 * Does a command's work with the embedded database of DATA_DIR: with the one that runs, or, while
 * Rounds is stopped, with one that is started for it. Throws a `SettingsError`.
 */
export async function withEmbedded<T>(
  command: string,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const { DATA_DIR, BASE_URL } = env()
  if (!existsSync(DATA_DIR) || clusterOrDataDir(DATA_DIR) === DATA_DIR)
    throw new SettingsError(`There is no installation in ${DATA_DIR}. Set DATA_DIR to its folder.`)
  const running = isDataDirInUse(DATA_DIR) ? embeddedUrl(DATA_DIR) : undefined
  if (running) return await work(running)
  const unlock = lockDataDir(DATA_DIR, `${BASE_URL} (${command})`)
  try {
    say(`Rounds is stopped: its database is started for ${command}.`)
    const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR, onProgress: say })
    try {
      return await work(postgres.url)
    } finally {
      await postgres.stop()
    }
  } finally {
    unlock()
  }
}
