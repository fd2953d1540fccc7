import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { FileView } from '#lib/contracts/data/files'
import { removeFile } from '#lib/documents/file-store'
import { receiveUpload, type Upload } from '#lib/documents/receive-upload'
import { requireClean } from '#lib/documents/virus-scan'
import { asOperation, type CallInfo } from '../define-operation.ts'
import { withContent } from '../idempotency.ts'
import { recordFile } from './record-file.ts'
import { requireNoProgram } from './require-no-program.ts'

const { keyScope: name, permission } = recordFile

async function upload(actor: Actor, sent: Upload, info: CallInfo = {}): Promise<FileView> {
  requirePermission(actor, permission)
  const received = await receiveUpload(sent)
  const { fileName, sha256, storageKey } = received
  let isReplay = false
  const onReplay = () => {
    isReplay = true
    info.idempotency?.onReplay?.()
  }
  const key = info.idempotency && withContent(info.idempotency, fileName, sha256)
  try {
    requireNoProgram(actor, received)
    await requireClean(storageKey)
    const idempotency = key ? { idempotency: { ...key, onReplay } } : {}
    const file = await recordFile(actor, received, { ...info, ...idempotency })
    // The file of the first request has other bytes: these are not needed.
    if (isReplay) await removeFile(storageKey)
    return file
  } catch (error) {
    await removeFile(storageKey)
    throw error
  }
}

/**
 * Stores one uploaded file: first its bytes, streamed and without a transaction, then its row with
 * the audit entry in one transaction. Errors: those of `receiveUpload`; 403; 422
 * for a virus, or a program from a stranger; 503 while the virus scanner does not answer.
 */
export const uploadFile = asOperation({ name, permission }, upload)
