import { inMegabytes, maxFileBytes } from '#lib/domain/form/file-limits'

/**
 * What this tab stores of a file on its way, so that a page that was reloaded can say so and the
 * same file goes on.
 */
export type StartedUpload = {
  name: string
  size: number
  lastModified: number
  uploadId: string | undefined
}

/** A file on its way to the server, or one that did not get there. */
export type Upload = StartedUpload & {
  key: number
  /** Gone after a reload: a page cannot read a file again that a person chose before. */
  file: File | undefined
  /** From 0 to 1. */
  share: number
  /** The connection is lost; the upload goes on when it is back. */
  waiting: boolean
  /** Why it did not get there, for the person; undefined while it is on its way. */
  error: string | undefined
  abort: AbortController
}

let uploadCount = 0

const lost = 'This was not sent: the page was left before all of it had arrived. Choose it again.'

function whyNotSendable(file: File | undefined): string | undefined {
  if (file === undefined) return lost
  if (file.size > maxFileBytes)
    return `This file is larger than ${inMegabytes(maxFileBytes)}. Choose a smaller one.`
  if (file.size === 0) return 'This file is empty. Remove it, or choose another one.'
  return undefined
}

/** An upload that has not sent anything yet; without `file` one that a reload cut off. */
export function newUpload(started: StartedUpload, file?: File): Upload {
  uploadCount += 1
  return {
    ...started,
    key: uploadCount,
    file,
    share: 0,
    waiting: false,
    error: whyNotSendable(file),
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

/** Whether a chosen file is the one that an upload had begun to send. */
export const isSameFile = (upload: StartedUpload, file: File): boolean =>
  upload.name === file.name &&
  upload.size === file.size &&
  upload.lastModified === file.lastModified

/** Whether the same file may be sent once more as it is. */
export const canRetry = ({ file }: Upload): boolean =>
  file !== undefined && file.size > 0 && file.size <= maxFileBytes
