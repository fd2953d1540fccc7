import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres } from '#db/embedded'
import { env } from '#lib/env'
import { log } from '#lib/log'

import { noteStore } from './store-note.ts'
import { say } from '../say.ts'
import { archiveSettings, forgetArchive, watchArchiving } from './archiving.ts'
import { requireFinished } from './require-finished.ts'
import { urlsOfRoles } from './urls-of-roles.ts'

export type Database = {
  /** The owner's connection string. */
  url: string
  /** Those of our roles; once it is prepared. */
  urls(): Promise<{ appUrl: string; authUrl: string; engineUrl: string }>
  /** Stops the embedded Postgres; does nothing for an outside one. */
  stop(): Promise<void>
}

/**
 * The database of DATABASE_URL, or the embedded one, which is started, and restarted whenever it
 * dies. Neither is up to date before `prepare` (prepare.ts).
 */
export async function openDatabase(): Promise<Database> {
  const { DATABASE_URL, DATA_DIR, ARCHIVE_DIR, FILES_STORE } = env()
  if (DATABASE_URL)
    return {
      url: DATABASE_URL,
      urls: async () => await urlsOfRoles(DATABASE_URL),
      stop: async () => {},
    }
  requireFinished(DATA_DIR)
  if (ARCHIVE_DIR === undefined) forgetArchive(DATA_DIR)
  const settings = ARCHIVE_DIR === undefined ? {} : archiveSettings(ARCHIVE_DIR, DATA_DIR)
  const start = async () =>
    await startEmbeddedPostgres({ dataDir: DATA_DIR, settings, onProgress: say })
  let postgres = await start()
  noteStore(DATA_DIR, FILES_STORE)
  let stopping = false
  const stop = async () => {
    stopping = true
    archiving?.stop()
    await postgres.stop()
  }
  const { url } = postgres
  const archiving = ARCHIVE_DIR === undefined ? undefined : watchArchiving(ARCHIVE_DIR, url)
  const watch = () => {
    void postgres.ended.then(async () => {
      for (let pauseMs = 200; !stopping; pauseMs = Math.min(pauseMs * 2, 10_000)) {
        log.error('the embedded database ended and is started again')
        try {
          postgres = await start()
          if (postgres.url !== url) {
            // The processes only know the old address. The server that listens there now may be a
            // copy of this database with the same passwords.
            log.fatal('the port of the embedded database was taken: Rounds ends; start it again')
            process.kill(process.pid, 'SIGTERM')
          }
          return watch()
        } catch (error) {
          log.error({ error }, 'the embedded database did not start')
        }
        await sleep(pauseMs)
      }
    })
  }
  watch()
  return { url, urls: async () => await urlsOfRoles(url), stop }
}
