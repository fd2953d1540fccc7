import { inMegabytes, maxFileBytes } from '#lib/domain/form/file-limits'
import { fileRefusal, type FileRule } from '#lib/domain/form/file-rules'
import { inEnglish } from '#lib/domain/form/texts/in-language'

/**
 * What this tab stores of an unfinished upload, so that a page can show it after a reload and the
 * same file continues.
 */
export type StartedUpload = {
  name: string
  size: number
  lastModified: number
  uploadId: string | undefined
}

/** A file that is being sent to the server, or has failed. */
export type Upload = StartedUpload & {
  key: number
  /** Missing after a reload, because a page cannot read an earlier chosen file again. */
  file: File | undefined
  /** From 0 to 1. */
  share: number
  /** The connection is lost; the upload continues when it is back. */
  waiting: boolean
  /** The field does not take such a file: sending it again would not help. */
  isUnfit: boolean
  /** Why it failed, for the person; undefined while it is being sent. */
  error: string | undefined
  abort: AbortController
}

let uploadCount = 0

/** In English, as the server says it; the row says it in the language of the form. */
function whyNotSendable(file: File | undefined): string | undefined {
  if (file === undefined) return inEnglish.text('file.cut off')
  if (file.size > maxFileBytes)
    return inEnglish.text('file.too large', { size: inMegabytes(maxFileBytes) })
  if (file.size === 0) return inEnglish.text('file.empty')
  return undefined
}

/**
 * An upload that has not sent anything yet; without `file` one that a reload interrupted. `rule`:
 * what its field takes.
 */
export function newUpload(started: StartedUpload, file?: File, rule?: FileRule): Upload {
  uploadCount += 1
  const about = file && { fileName: file.name, mimeType: file.type, size: file.size }
  const unfit = rule && about ? fileRefusal(rule, about) : undefined
  return {
    ...started,
    key: uploadCount,
    file,
    share: 0,
    waiting: false,
    isUnfit: unfit !== undefined,
    error: whyNotSendable(file) ?? unfit,
    abort: new AbortController(),
  }
}

/** What is stored of an upload. */
export const startedOf = ({ name, size, lastModified, uploadId }: Upload): StartedUpload => ({
  name,
  size,
  lastModified,
  uploadId,
})

/** Whether a chosen file is the one that an upload had started to send. */
export const isSameFile = (upload: StartedUpload, file: File): boolean =>
  upload.name === file.name &&
  upload.size === file.size &&
  upload.lastModified === file.lastModified

/** Whether the same file may be sent once more as it is. */
export const canRetry = ({ file, isUnfit }: Upload): boolean =>
  file !== undefined && !isUnfit && file.size > 0 && file.size <= maxFileBytes
