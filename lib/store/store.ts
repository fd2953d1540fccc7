import { deriveKey, env, usesStore } from '#lib/env'
import { SettingsError } from '#lib/settings-error'
import { folderStore } from './folder/store.ts'
import type { Store, StoreName } from './port.ts'
import { requireOwn, requireOwnCell } from './require-own.ts'
import { requireSameBucket } from './require-same.ts'
import { twoStores } from './two-stores.ts'

function credentials() {
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY = '' } = env()
  if (!S3_ACCESS_KEY_ID) return undefined
  return { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
}

async function openS3(): Promise<Store> {
  // The SDK takes 0.1 s and 35 MB to load, and most installations use the folder.
  const { s3Store } = await import('./s3/store.ts')
  const set = env()
  const opened = s3Store({
    bucket: set.S3_BUCKET ?? '',
    region: set.S3_REGION,
    endpoint: set.S3_ENDPOINT,
    prefix: set.S3_PREFIX,
    forcePathStyle: set.S3_FORCE_PATH_STYLE,
    sse: set.S3_SSE,
    kmsKeyId: set.S3_KMS_KEY_ID,
    credentials: credentials(),
    linkSeconds: set.S3_LINK_SECONDS,
    linkEndpoint: set.S3_LINK_ENDPOINT,
  })
  await requireOwn(opened, deriveKey('store').toString('hex', 0, 16))
  await requireOwnCell(opened)
  const recorded = await recordedMark()
  if (recorded !== undefined) await requireSameBucket(opened, recorded)
  return opened
}

let recordedMark: () => Promise<string | undefined> = async () => undefined

/**
 * Tells how to read the mark of the bucket that the machines of this database use. A process whose
 * bucket could not be asked at the start (lib/server/database/require-same-store.ts) compares it at
 * the first use.
 */
export function readBucketMarkBy(read: () => Promise<string | undefined>): void {
  recordedMark = read
}

let s3: Promise<Store> | undefined

/**
 * The bucket of the settings. Throws SettingsError when it belongs to others, and ApiError
 * `unavailable` when it cannot be asked.
 */
export async function bucketStore(): Promise<Store> {
  s3 ??= openS3().catch((error: unknown) => {
    s3 = undefined
    throw error
  })
  return await s3
}

const storeNamed = async (name: StoreName): Promise<Store> =>
  name === 'folder' ? folderStore : await bucketStore()

/**
 * The store of this installation, by its settings; while files are moved (FILES_STORE_ALSO), both as
 * one. Throws SettingsError when it belongs to another installation, and ApiError `unavailable` when
 * it cannot be asked.
 */
export async function store(): Promise<Store> {
  const { FILES_STORE, FILES_STORE_ALSO } = env()
  const main = await storeNamed(FILES_STORE)
  if (!FILES_STORE_ALSO) return main
  return twoStores(main, await storeNamed(FILES_STORE_ALSO), folderStore)
}

/** The stores that files are moved between. Throws SettingsError when the settings name only one. */
export async function storesOfMove(): Promise<{ from: Store; into: Store; emptied: StoreName }> {
  const { FILES_STORE, FILES_STORE_ALSO } = env()
  if (!FILES_STORE_ALSO)
    throw new SettingsError(
      'FILES_STORE_ALSO is not set. Set FILES_STORE to the store that files move to, and ' +
        'FILES_STORE_ALSO to the one that they are in now, for all processes and for this command.',
    )
  const emptied = FILES_STORE_ALSO
  return { emptied, from: await storeNamed(emptied), into: await storeNamed(FILES_STORE) }
}

/**
 * Refuses to start with the bucket of another installation; for workers, which delete what their
 * database does not name. One that cannot be asked now is asked again at its first use. Throws
 * SettingsError.
 */
export async function requireOwnStore(): Promise<void> {
  if (!usesStore(env(), 's3')) return
  await bucketStore().catch((error: unknown) => {
    if (error instanceof SettingsError) throw error
  })
}
