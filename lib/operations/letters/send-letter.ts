import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import { removeFile } from '#lib/documents/file-store'
import { receiveUpload, type Upload } from '#lib/documents/receive-upload'
import type { AddressPolicy } from '#lib/domain/provider/address-check'
import { maxWholeFileBytes } from '#lib/domain/form/file-limits'
import { newId } from '#lib/ids'
import { inOrganization } from '#db/client'
import { asOperation, writeAudit, type CallInfo } from '../define-operation.ts'
import { getFileFor } from '../files/file-for.ts'
import { insertFile } from '../files/record-file.ts'
import { letterFile } from './letter-file.ts'
import { letterPartNames, letterParts } from './letter-parts.ts'
import { mailLetter, type LetterCall, type Mailed } from './mail-letter.ts'

type Fields = LetterCall['letter'] & {
  addressCheck: Exclude<AddressPolicy, 'ask'>
  connection?: string | undefined
}
/**
 * Either a multipart request with the PDF, or the fields with the id of a stored file.
 */
type Input = { upload: Upload } | { fields: Fields; fileId: string }
type Prepared = {
  fields: Fields
  pdf: LetterCall['pdf']
  fileOf: LetterCall['fileOf']
  discard(): Promise<void>
}

/** Room for two addresses and twenty pairs of metadata. */
const partBytes = 64 * 1024

async function received(actor: Actor, upload: Upload): Promise<Prepared> {
  const { fields: parts, ...file } = await receiveUpload(upload, {
    fields: letterPartNames,
    fieldBytes: partBytes,
    maxBytes: maxWholeFileBytes,
  })
  let recorded = false
  const discard = async () => {
    if (!recorded) await removeFile(file.storageKey)
  }
  try {
    const fields = letterParts(parts)
    const pdf = { bytes: await letterFile(file), sha256: file.sha256 }
    return {
      fields,
      pdf,
      discard,
      async fileOf(tx) {
        recorded = true
        return (await insertFile(tx, actor, file)).id
      },
    }
  } catch (error) {
    await discard()
    throw error
  }
}

async function stored(actor: Actor, fields: Fields, fileId: string): Promise<Prepared> {
  const file = await inOrganization(actor.organizationId, (tx) => getFileFor(tx, actor, fileId))
  return {
    fields,
    pdf: { bytes: await letterFile(file), sha256: file.sha256 },
    fileOf: async () => file.id,
    discard: async () => undefined,
  }
}

const permission = 'integrations:call'

type Answer = Omit<Mailed, 'asyncResultId'>

async function send(actor: Actor, input: Input, info: CallInfo = {}): Promise<Answer> {
  requirePermission(actor, permission)
  const { fields, pdf, fileOf, discard } =
    'upload' in input
      ? await received(actor, input.upload)
      : await stored(actor, input.fields, input.fileId)
  // Without the caller's key one is generated; the error names it when the outcome is unknown.
  const repeatWith = info.idempotency?.key ?? newId()
  const { connection, addressCheck, ...letter } = fields
  try {
    const answer = await mailLetter({
      organizationId: actor.organizationId,
      createdBy: actor.name,
      runId: null,
      requestId: info.requestId,
      key: `api:${repeatWith}`,
      repeatWith,
      connection,
      letter,
      addressPolicy: addressCheck,
      pdf,
      fileOf,
      signal: new AbortController().signal,
      onSent: (tx, { id, connection: slug, pages }) =>
        writeAudit(tx, actor, info, {
          action: 'letter.sent',
          objectKind: 'letter',
          objectId: id,
          details: { connection: slug, pages },
        }),
    })
    if ('undecided' in answer) throw new Error('only a step asks a person')
    const { isNew, asyncResultId: _none, ...mailed } = answer
    if (!isNew) info.idempotency?.onReplay?.()
    return mailed
  } finally {
    await discard()
  }
}

/**
 * Specification 2.11 and 4.2: sends a PDF as a letter. A started letter is finished even when the
 * caller disconnects. Errors: those of `mailLetter`, and of `receiveUpload` for an upload; 404 for
 * an unknown file.
 */
export const sendLetter = asOperation({ name: 'sendLetter', permission }, send)
