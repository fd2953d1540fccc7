import { randomUUID } from 'node:crypto'

import { env, usesStore } from '#lib/env'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'
import { folderStore } from '#lib/store/folder/store'
import { requireOwnCell } from '#lib/store/require-own'

const prefix = 'bytes in the folder with the mark '

/** A mark is random, so two folders never have the same one unless one is a copy of the other. */
const markPattern = /^[0-9a-f-]{36}$/

/**
 * Proves that this machine keeps files in the folder that the other machines of this database use.
 * The first start writes a random mark into the folder, and the same one into the database, where
 * only a role that may migrate can write it. Does nothing when files are kept in S3 only. `ownerUrl` is
 * the connection string of that role. Throws a `SettingsError` for another folder.
 */
export async function requireSameFolder(ownerUrl: string): Promise<void> {
  if (!usesStore(env(), 'folder')) return
  const client = makeClient({
    connectionString: ownerUrl,
    application_name: 'rounds folder of files',
    connectionTimeoutMillis: 15_000,
  })
  await client.connect()
  try {
    await client.query('begin')
    // Machines that start at the same moment must not write two marks.
    await client.query(`select pg_advisory_xact_lock(hashtext('rounds folder of files'))`)
    const { rows } = await client.query<{ note: string | null }>(
      `select obj_description('public.files'::regclass, 'pg_class') as note`,
    )
    const note = rows[0]?.note
    const recorded = note?.startsWith(prefix) ? note.slice(prefix.length) : undefined
    const mark = await markOf(recorded)
    await requireOwnCell(folderStore)
    if (recorded === undefined)
      await client.query(`comment on table public.files is '${prefix}${mark}'`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** The mark of the folder, which gets one when neither it nor the database has one. */
async function markOf(recorded: string | undefined): Promise<string> {
  const found = await folderStore.readMark('installation')
  if (found === undefined && recorded === undefined) {
    const mark = randomUUID()
    await folderStore.writeMark('installation', mark)
    return mark
  }
  if (found !== undefined && !markPattern.test(found))
    throw new SettingsError(
      `The file installation in ${folderStore.place} is damaged. Restore it from a backup` +
        (recorded === undefined ? ', or delete it.' : `; its content is ${recorded}.`),
    )
  if (found === undefined || (recorded !== undefined && recorded !== found))
    throw new SettingsError(
      `This machine keeps files in ${folderStore.place}, which is not the folder of the other ` +
        'machines of this database: people would miss files that others have stored. Set DATA_DIR ' +
        'to a folder that all machines share, or FILES_STORE=s3 on all. If it is the right folder ' +
        `and was restored or replaced, write ${recorded} into its file "installation".`,
    )
  return found
}
