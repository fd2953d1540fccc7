import type { UploadView } from '#lib/contracts/data/files'
import type { FileRef } from '#lib/domain/form/multi-file'
import { maxPartBytes } from '#lib/domain/form/file-limits'
import { inEnglish } from '#lib/domain/form/texts/in-language'
import { ApiFailure, request } from '#lib/http/client'
import { isConnectionFailure, untilNextTry } from '../connection-failure.ts'
import { sendPart } from './send-part.ts'

const kilobyte = 1024
const minPartBytes = 256 * kilobyte
const firstPartBytes = 1024 * kilobyte
/** A part should take some seconds: then losing one costs little, and so does its overhead. */
const shortPartMs = 3000
const longPartMs = 15_000
/**
 * A failing server is called again this many times; the wait for a lost connection has no limit.
 */
const maxServerFailures = 5

export type SendFile = {
  /** The address that starts an upload; that of an upload is below it. */
  path: string
  /** The server deletes the file unless something keeps it. */
  temporary?: boolean
  file: File
  /** An earlier upload of the same file. */
  uploadId?: string | undefined
  onBegun(uploadId: string): void
  /** From 0 to 1. */
  onProgress(share: number): void
  /** True while the connection is lost and the upload waits for it. */
  onWaiting(waiting: boolean): void
  signal: AbortSignal
}

async function begin(
  { path, file, temporary }: SendFile,
  signal: AbortSignal,
): Promise<UploadView> {
  const body = {
    fileName: file.name,
    size: file.size,
    ...(file.type ? { mimeType: file.type } : {}),
    ...(temporary ? { temporary } : {}),
  }
  return await request<UploadView>('POST', path, { body, signal })
}

/** The state of an earlier upload; one that no longer exists starts again. */
async function resume(wanted: SendFile, uploadId: string): Promise<UploadView> {
  try {
    const { signal, path, file } = wanted
    const upload = await request<UploadView>('GET', `${path}/${uploadId}`, { signal })
    return upload.size === file.size ? upload : await begin(wanted, signal)
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404)
      return await begin(wanted, wanted.signal)
    throw error
  }
}

/**
 * Sends a file in parts until the server has all of it, and continues by itself after a lost
 * connection. Resolves to the stored file. Rejects with a sentence for the person, or when `signal`
 * is aborted.
 */
export async function sendFile(wanted: SendFile): Promise<FileRef> {
  const { path, file, signal, onProgress, onWaiting, onBegun } = wanted
  let uploadId = wanted.uploadId
  let upload: UploadView | undefined
  let partBytes = firstPartBytes
  let failures = 0
  let serverFailures = 0
  for (;;) {
    try {
      if (!upload) {
        upload = uploadId ? await resume(wanted, uploadId) : await begin(wanted, signal)
        uploadId = upload.id
        onBegun(uploadId)
      }
      onWaiting(false)
      if (upload.file) return { id: upload.file.id, fileName: upload.file.fileName }
      const { received } = upload
      const began = performance.now()
      const part = await file.slice(received, received + partBytes).arrayBuffer()
      const address = `${path}/${uploadId}/content?offset=${received}`
      const onSent = (bytes: number) => onProgress(Math.min(1, (received + bytes) / file.size))
      upload = await sendPart(address, part, onSent, signal)
      failures = 0
      serverFailures = 0
      const took = performance.now() - began
      if (took < shortPartMs) partBytes = Math.min(maxPartBytes, partBytes * 2)
      else if (took > longPartMs) partBytes = Math.max(minPartBytes, partBytes / 2)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof DOMException)
        throw new Error(inEnglish.text('file.unreadable'), { cause: error })
      // Reads the state, because the part may have arrived and only its answer was lost.
      upload = undefined
      const elsewhere = error instanceof ApiFailure && [404, 409].includes(error.status)
      const atServer = error instanceof ApiFailure && error.status !== 0
      if (atServer && error.status !== 429) serverFailures += 1
      if (!(elsewhere || isConnectionFailure(error)) || serverFailures > maxServerFailures)
        throw error
      partBytes = Math.max(minPartBytes, partBytes / 2)
      onWaiting(!atServer)
      failures += 1
      await untilNextTry(failures, signal)
    }
  }
}
