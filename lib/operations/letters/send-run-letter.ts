import { isUuid } from '#lib/ids'
import { inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import type { AddressPolicy } from '#lib/domain/provider/address-check'
import type { Letter } from '#lib/integrations/letters/port'
import { getFileOrThrow } from '../files/find-file.ts'
import { letterFile } from './letter-file.ts'
import type { UndecidedAddress } from './decide-address.ts'
import { mailLetter, type Mailed } from './mail-letter.ts'

export type RunLetter = Letter & {
  key: string
  runId: string
  connection: string
  fileId: string
  addressPolicy: AddressPolicy
  confirmed: boolean
  waits: boolean
  createdBy: string
  signal: AbortSignal
}

/**
 * Sends a stored PDF as a letter of a run; the same `key` never makes a second one. With the policy
 * `ask` it answers what a person has to decide on before anything is sent. Errors: those of
 * `mailLetter`, 404 for an unknown file, and `unavailable` while another attempt sends it.
 */
export async function sendRunLetter(
  organizationId: string,
  call: RunLetter,
): Promise<Mailed | UndecidedAddress> {
  const { key, runId, connection, fileId, createdBy, signal } = call
  const { addressPolicy, confirmed, waits, to, from, metadata, color, doubleSided } = call
  const letter = { to, from, metadata, color, doubleSided, extraService: call.extraService }
  signal.throwIfAborted()
  if (!isUuid(fileId)) throw ApiError.notFound('file', fileId)
  const file = await inOrganization(organizationId, (tx) => getFileOrThrow(tx, fileId))
  const pdf = { bytes: await letterFile(file), sha256: file.sha256 }
  try {
    const answer = await mailLetter({
      organizationId,
      createdBy,
      runId,
      key: `step:${key}`,
      repeatWith: undefined,
      connection,
      letter,
      addressPolicy,
      confirmed,
      waits,
      pdf,
      fileOf: async () => file.id,
      signal,
    })
    if ('undecided' in answer) return answer
    const { isNew: _isNew, ...mailed } = answer
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
