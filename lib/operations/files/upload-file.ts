import type { Actor } from '#lib/auth/actor'
import type { FileView } from '#lib/contracts/files'
import { removeFile } from '#lib/documents/file-store'
import { receiveUpload, type Upload } from '#lib/documents/receive-upload'
import { requirePermission, type CallInfo } from '../define-operation.ts'
import { recordFile } from './record-file.ts'

/**
 * Stores one uploaded file: its bytes first, streamed and without a transaction, then its record with the audit entry in one transaction.
 * Errors: those of `receiveUpload`; 403.
 */
export async function uploadFile(actor: Actor, upload: Upload, info: CallInfo = {}): Promise<FileView> {
  requirePermission(actor, 'files:upload')
  const received = await receiveUpload(upload)
  try {
    return await recordFile(actor, received, info)
  } catch (error) {
    await removeFile(received.storageKey)
    throw error
  }
}
