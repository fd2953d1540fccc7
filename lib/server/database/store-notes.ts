import type pg from 'pg'
import type { StoreName } from '#lib/store/port'

/**
 * What a database says of the stores of files: in comments, which every role can read, and only
 * one that may migrate can write.
 */
export type StoreNotes = {
  /** The mark of the folder that all machines share. */
  folder?: string | undefined
  /** The mark of the bucket that all machines share. */
  bucket?: string | undefined
  /** The stores in which files may lie; undefined in a database that has not noted it yet. */
  holding?: StoreName[] | undefined
}

/** The folder's mark has a comment of its own: earlier releases know that one only. */
const folderPrefix = 'bytes in the folder with the mark '

type Asked = { folder: string | null; other: string | null }

export async function readStoreNotes(client: pg.ClientBase | pg.Pool): Promise<StoreNotes> {
  const { rows } = await client.query<Asked>(
    `select obj_description(attrelid, 'pg_class') as folder, col_description(attrelid, attnum) as other
     from pg_attribute where attrelid = 'public.files'::regclass and attname = 'storage_key'`,
  )
  const { folder, other } = rows[0] ?? { folder: null, other: null }
  const notes = other?.startsWith('{') ? (JSON.parse(other) as StoreNotes) : {}
  return folder?.startsWith(folderPrefix)
    ? { ...notes, folder: folder.slice(folderPrefix.length) }
    : notes
}

/** Marks and names of stores have no character that would have to be quoted. */
export async function writeStoreNotes(
  client: pg.ClientBase,
  { folder, ...other }: StoreNotes,
): Promise<void> {
  if (folder !== undefined)
    await client.query(`comment on table public.files is '${folderPrefix}${folder}'`)
  await client.query(`comment on column public.files.storage_key is '${JSON.stringify(other)}'`)
}
