import { SettingsError } from '#lib/settings-error'
import type { Store } from './port.ts'

/**
 * Marks a new store with the id of this installation. Throws SettingsError when it has the mark of
 * another one: each deletes what its own database does not name, so two in one place would delete
 * each other's files.
 */
export async function requireOwn(store: Store, id: string): Promise<void> {
  let mark = await store.readMark()
  if (mark === undefined) {
    // Another process of this installation may do it at the same time; what stands there counts.
    const [written] = await Promise.allSettled([store.writeMark(id)])
    mark = await store.readMark()
    if (mark === undefined && written.status === 'rejected') throw written.reason as Error
  }
  if (mark !== id)
    throw new SettingsError(
      `Another installation of Rounds keeps its files in ${store.place}, or SECRET_KEY is not the ` +
        'one that they were stored with. Give each installation a bucket or an S3_PREFIX of its ' +
        'own, or set the SECRET_KEY of before.',
    )
}
