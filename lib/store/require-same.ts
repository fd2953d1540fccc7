import { randomUUID } from 'node:crypto'
import { SettingsError } from '#lib/settings-error'
import { folderStore } from './folder/store.ts'
import type { Mark, Store } from './port.ts'
import { marked } from './require-own.ts'

/** A mark is random, so two stores never have the same one unless one is a copy of the other. */
const markPattern = /^[0-9a-f-]{36}$/

type Kind = { mark: Mark; noun: string; written: string; settings: string }

/**
 * Proves that a store is the one of the other machines of this database, which has recorded its
 * mark. Where none is recorded, a new store gets a mark. Answers the mark. Throws a `SettingsError`
 * for another store.
 */
async function requireSame(store: Store, recorded: string | undefined, kind: Kind) {
  const { mark, noun, written, settings } = kind
  const found =
    recorded === undefined ? await marked(store, mark, randomUUID()) : await store.readMark(mark)
  if (found !== undefined && !markPattern.test(found))
    throw new SettingsError(
      `The ${written} ${mark} in ${store.place} is damaged. Restore it from a backup` +
        (recorded === undefined ? ', or delete it.' : `; its content is ${recorded}.`),
    )
  if (found !== undefined && (recorded === undefined || recorded === found)) return found
  throw new SettingsError(
    `This machine keeps files in ${store.place}, which is not the ${noun} of the other ` +
      `machines of this database: people would miss files that others have stored. ${settings} ` +
      `If it is the right ${noun} and was restored or replaced, write ${recorded} into its ` +
      `${written} "${mark}".`,
  )
}

/** As `requireSame`, for the folder of this machine. */
export const requireSameFolder = async (recorded: string | undefined): Promise<string> =>
  await requireSame(folderStore, recorded, {
    mark: 'installation',
    noun: 'folder',
    written: 'file',
    settings: 'Set DATA_DIR to a folder that all machines share, or FILES_STORE=s3 on all.',
  })

/** As `requireSame`, for the bucket of this machine. */
export const requireSameBucket = async (bucket: Store, recorded: string | undefined) =>
  await requireSame(bucket, recorded, {
    mark: 'store',
    noun: 'bucket',
    written: 'object',
    settings: 'Set S3_ENDPOINT, S3_BUCKET and S3_PREFIX as on the others.',
  })
