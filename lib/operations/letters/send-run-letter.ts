import { isUuid } from '#lib/ids'
import { inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import type { Letter } from '#lib/integrations/letters/port'
import { getFileOrThrow } from '../files/find-file.ts'
import { letterFile } from './letter-file.ts'
import { mailLetter, type Mailed } from './mail-letter.ts'

export type RunLetter = Letter & {
  key: string
  runId: string
  connection: string
  fileId: string
  createdBy: string
  signal: AbortSignal
}

/**
 * Sends a stored PDF as a letter of a run; the same `key` never makes a second one. Errors: those
 * of `mailLetter`, 404 for an unknown file, and `unavailable` while another attempt sends it.
 */
export async function sendRunLetter(
  organizationId: string,
  { key, runId, connection, fileId, createdBy, signal, ...letter }: RunLetter,
): Promise<Mailed> {
  signal.throwIfAborted()
  if (!isUuid(fileId)) throw ApiError.notFound('file', fileId)
  const file = await inOrganization(organizationId, (tx) => getFileOrThrow(tx, fileId))
  const pdf = { bytes: await letterFile(file), sha256: file.sha256 }
  try {
    const { isNew: _isNew, ...mailed } = await mailLetter({
      organizationId,
      createdBy,
      runId,
      key: `step:${key}`,
      repeatWith: undefined,
      connection,
      letter,
      pdf,
      fileOf: async () => file.id,
      signal,
    })
    return mailed
  } catch (error) {
    // The step is tried again when that attempt has ended or its claim of the letter is over.
    if (error instanceof ApiError && error.code === 'idempotency_in_progress')
      throw new ApiError(
        'unavailable',
        'An earlier attempt of this step is still sending the letter.',
        error.details,
        { headers: error.headers, cause: error },
      )
    throw error
  }
}
