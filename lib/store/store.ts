import { deriveKey, env } from '#lib/env'
import { SettingsError } from '#lib/settings-error'
import { folderStore } from './folder/store.ts'
import type { Store } from './port.ts'
import { requireOwn } from './require-own.ts'

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
  })
  await requireOwn(opened, deriveKey('store').toString('hex', 0, 16))
  return opened
}

let s3: Promise<Store> | undefined

/**
 * The store of this installation, by its settings. Throws SettingsError when it belongs to another
 * one, and ApiError `unavailable` when it cannot be asked.
 */
export async function store(): Promise<Store> {
  if (env().FILES_STORE === 'folder') return folderStore
  s3 ??= openS3().catch((error: unknown) => {
    s3 = undefined
    throw error
  })
  return await s3
}

/**
 * Refuses to start with the bucket of another installation; for workers, which delete what their
 * database does not name. One that cannot be asked now is asked again at its first use. A folder is
 * checked before the processes of its machine start (lib/server/database/require-same-folder.ts).
 * Throws SettingsError.
 */
export async function requireOwnStore(): Promise<void> {
  if (env().FILES_STORE === 'folder') return
  await store().catch((error: unknown) => {
    if (error instanceof SettingsError) throw error
  })
}
