import type pg from 'pg'

import { ApiError } from '#lib/domain/api-error'
import { env, usesStore } from '#lib/env'
import { log } from '#lib/log'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'
import { folderStore } from '#lib/store/folder/store'
import type { StoreName } from '#lib/store/port'
import { requireOwnCell } from '#lib/store/require-own'
import { requireSameBucket, requireSameFolder } from '#lib/store/require-same'
import { bucketStore } from '#lib/store/store'

import { readStoreNotes, writeStoreNotes, type StoreNotes } from './store-notes.ts'

/** Runs `work` in a transaction that only one machine has at a time. */
async function withNotes(
  ownerUrl: string,
  work: (notes: StoreNotes, client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds store of files',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  try {
    await client.query('begin')
    // Machines that start at the same moment must not write two marks. (Earlier releases take the
    // same lock.)
    await client.query(`select pg_advisory_xact_lock(hashtext('rounds folder of files'))`)
    await work(await readStoreNotes(client), client)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const placeIn = { folder: 'a folder (FILES_STORE=folder)', s3: 'a bucket (FILES_STORE=s3)' }

/** Refuses a machine that does not know a store in which files lie. */
function requireKnown(holding: StoreName[]): void {
  const { FILES_STORE } = env()
  const unknown = holding.find((name) => !usesStore(env(), name))
  if (unknown === undefined) return
  throw new SettingsError(
    `Files of this database lie in ${placeIn[unknown]}, where this machine does not look: its ` +
      `FILES_STORE is ${FILES_STORE}. Set it as on the other machines. To move the files, set ` +
      `FILES_STORE_ALSO=${unknown} beside it, on all machines, and run npm run move-files; the ` +
      'steps stand in .env.example.',
  )
}

/** The mark of the bucket; the recorded one while it cannot be asked. */
async function bucketMark(recorded: string | undefined): Promise<string | undefined> {
  try {
    return await requireSameBucket(await bucketStore(), recorded)
  } catch (error) {
    // It is compared at its first use (`readBucketMarkBy`), or at the next start.
    if (!(error instanceof ApiError)) throw error
    log.warn({ error }, 'the bucket does not answer: it is compared with that of the others later')
    return recorded
  }
}

/**
 * Proves that this machine keeps files where the other machines of this database do: in the same
 * stores, and each of them is the same one. The first start writes a random mark into the store,
 * and the same one into the database. `ownerUrl` is the connection string of a role that may
 * migrate. Throws a `SettingsError` for another store.
 */
export async function requireSameStore(ownerUrl: string): Promise<void> {
  await withNotes(ownerUrl, async (notes, client) => {
    const { FILES_STORE, FILES_STORE_ALSO } = env()
    // A release that noted nothing may have begun to move files.
    const before = notes.holding ?? (FILES_STORE_ALSO ? [FILES_STORE_ALSO] : [])
    requireKnown(before)
    const now: StoreNotes = { ...notes, holding: [...new Set([...before, FILES_STORE])].sort() }
    if (usesStore(env(), 'folder')) {
      now.folder = await requireSameFolder(notes.folder)
      await requireOwnCell(folderStore)
    }
    if (usesStore(env(), 's3')) now.bucket = await bucketMark(notes.bucket)
    if (JSON.stringify(now) !== JSON.stringify(notes)) await writeStoreNotes(client, now)
  })
}

/** Notes that no files lie in that store any more: machines need not know it from now on. */
export async function noteEmptied(ownerUrl: string, emptied: StoreName): Promise<void> {
  await withNotes(ownerUrl, async (notes, client) => {
    const holding = notes.holding?.filter((name) => name !== emptied)
    await writeStoreNotes(client, { ...notes, holding })
  })
}
