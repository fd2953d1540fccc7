import { randomUUID } from 'node:crypto'
import { ApiError } from '#lib/domain/api-error'
import { inMegabytes } from '#lib/domain/form/file-limits'
import { instantOfId } from '#lib/ids'

/**
 * Names in a store. Keys of files are generated here and never contain anything that a caller
 * sent: two levels of fan-out, then a random UUID.
 */
export const keyPattern = /^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f-]{36}$/

/** How many bytes tell the type of a file. */
export const headBytes = 512

/** Generates a key for a new file; writes nothing. */
export function newStorageKey(): string {
  const id = randomUUID()
  return `${id.slice(0, 2)}/${id.slice(2, 4)}/${id}`
}

/** `payloads/<month>/<run>`, for a run's id. */
export function payloadFolder(runId: string): string {
  if (!/^[0-9a-f-]{36}$/.test(runId)) throw new Error('not a run')
  return `payloads/${instantOfId(runId).toISOString().slice(0, 7)}/${runId}`
}

/** `payloads/<month>/<run>/<SHA-256>`. */
export function payloadName(runId: string, hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a payload')
  return `${payloadFolder(runId)}/${hash}`
}

/** The refusal of a file with more bytes than that. */
export function tooLarge(maxBytes: number): ApiError {
  return new ApiError(
    'payload_too_large',
    `A file may have at most ${inMegabytes(maxBytes)} here.`,
    { maxBytes },
  )
}

/** Parts of an upload are lost, or in another store: its sender has to begin again. */
export class LostParts extends Error {
  override name = 'LostParts'

  constructor(cause?: unknown) {
    super('parts of an upload are not in the file store', { cause })
  }
}

/** The store cannot be asked: it is away, or broken, or its settings are wrong. */
export function storeAway(toCheck: string, cause: unknown): ApiError {
  return new ApiError(
    'unavailable',
    'The file store cannot be used at the moment. Try again; if it lasts, ask the operator to ' +
      `check ${toCheck}.`,
    { reason: 'storage' },
    { headers: { 'retry-after': '5' }, cause },
  )
}

/** The bytes of a row are lost, or in another store. */
export function missingBytes(cause?: unknown): ApiError {
  return new ApiError(
    'unavailable',
    'The bytes of this file are not in the file store. Ask the operator to restore it (DATA_DIR ' +
      'or the bucket), and that every process uses the same store.',
    {},
    { cause },
  )
}
