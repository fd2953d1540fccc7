import { removeFile } from '#lib/documents/file-store'
import type { DeletedBytes } from '#lib/engine/store/delete-runs'
import { removePayloadFiles } from '#lib/engine/store/payload-files'
import { log } from '#lib/log'

/**
 * Deletes the files of deleted runs, after their deletion is committed. A file that cannot be
 * deleted is logged and left.
 */
export async function removeBytes({ storageKeys, payloadRuns }: DeletedBytes): Promise<void> {
  const failed = (error: unknown) =>
    log.warn({ error }, 'a file of a deleted run could not be removed')
  for (const key of storageKeys) await removeFile(key).catch(failed)
  for (const runId of payloadRuns) await removePayloadFiles(runId).catch(failed)
}
