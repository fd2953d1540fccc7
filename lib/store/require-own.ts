import { env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'
import type { Mark, Store } from './port.ts'

/** What the store says of itself; a new one says `text` from now on. */
export async function marked(store: Store, mark: Mark, text: string): Promise<string | undefined> {
  const there = await store.readMark(mark)
  if (there !== undefined) return there
  // Another process of this installation may do it at the same time; what stands there counts.
  const [written] = await Promise.allSettled([store.writeMark(mark, text)])
  const now = await store.readMark(mark)
  if (now === undefined && written.status === 'rejected') throw written.reason as Error
  return now
}

/**
 * Marks a new store with the id of this installation. Throws SettingsError when it has the mark of
 * another one: each deletes what its own database does not name, so two in one place would delete
 * each other's files.
 */
export async function requireOwn(store: Store, id: string): Promise<void> {
  if ((await marked(store, 'installation', id)) === id) return
  throw new SettingsError(
    `Another installation of Rounds keeps its files in ${store.place}, or SECRET_KEY is not the ` +
      'one that they were stored with. Give each installation a bucket or an S3_PREFIX of its ' +
      'own, or set the SECRET_KEY of before.',
  )
}

/**
 * The same for the cells of one service, which have one SECRET_KEY and so one id. Does nothing where
 * there is one cluster only.
 */
export async function requireOwnCell(store: Store): Promise<void> {
  const { CELL } = env()
  if (CELL === undefined) return
  const there = await marked(store, 'cell', CELL)
  if (there === CELL) return
  throw new SettingsError(
    `The cell ${there} keeps its files in ${store.place}, and this is the cell ${CELL}: each ` +
      'deletes what its own database does not name. Give each cell a bucket, an S3_PREFIX or a ' +
      'DATA_DIR of its own. If this cell was renamed, remove the mark "cell" there.',
  )
}
