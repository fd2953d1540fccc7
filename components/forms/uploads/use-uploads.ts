'use client'

import { useContext, useEffect, useRef, useState } from 'react'
import { discard, store, load } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import { inMegabytes, maxFileBytes } from '#lib/domain/form/file-limits'
import type { FileRef } from '#lib/domain/form/multi-file'
import { FormFilesContext } from './form-files.ts'
import { sendFile } from './send-file.ts'
import { UploadPath } from './upload-path.ts'

/**
 * What is remembered of a file on its way, so that a reload can say so and the same file goes
 * on.
 */
type Begun = { name: string; size: number; lastModified: number; uploadId: string | undefined }

export type Upload = Begun & {
  key: number
  /** Gone after a reload: a page cannot read a file again that a person chose before. */
  file: File | undefined
  /** From 0 to 1. */
  share: number
  waiting: boolean
  error: string | undefined
  abort: AbortController
}

let uploadCount = 0

const lost = 'This was not sent: the page was left before all of it had arrived. Choose it again.'

function newUpload(begun: Begun, file?: File): Upload {
  const error =
    file === undefined
      ? lost
      : file.size > maxFileBytes
        ? `This file is larger than ${inMegabytes(maxFileBytes)}. Choose a smaller one.`
        : file.size === 0
          ? 'This file is empty. Remove it, or choose another one.'
          : undefined
  const abort = new AbortController()
  return { ...begun, key: ++uploadCount, file, share: 0, waiting: false, error, abort }
}

const isSame = (one: Begun, file: File): boolean =>
  one.name === file.name && one.size === file.size && one.lastModified === file.lastModified

/** Whether the same file may be sent once more as it is. */
export const canRetry = ({ file }: Upload): boolean =>
  file !== undefined && file.size > 0 && file.size <= maxFileBytes

/**
 * The files of one field that are on their way or did not get there; `onStored` is told of each
 * that did. What is on its way is remembered in this tab: after a reload it is listed as not
 * sent, and goes on where it stopped when the same file is chosen again.
 */
export function useUploads(field: string, onStored: (file: FileRef) => void) {
  const path = useContext(UploadPath)
  const form = useContext(FormFilesContext)
  const owner = useOwner()
  const memory = form?.memory === undefined ? undefined : `sending.${form.memory}.${field}`
  const [uploads, setUploads] = useState<Upload[]>([])
  const [remembered, setRemembered] = useState(false)
  const running = useRef(new Set<AbortController>())

  useEffect(() => {
    const before = memory === undefined ? undefined : load<Begun[]>('tab', owner, memory)
    if (before) setUploads((list) => [...before.map((begun) => newUpload(begun)), ...list])
    setRemembered(true)
  }, [owner, memory])

  useEffect(() => {
    form?.set(
      field,
      uploads.map(({ name, error }) => ({
        name,
        state: error === undefined ? 'sending' : 'failed',
      })),
    )
    if (memory === undefined || !remembered) return
    // A file that can never be sent is no loss.
    const worth = uploads.filter((upload) => upload.file === undefined || canRetry(upload))
    const begun = worth.map(({ name, size, lastModified, uploadId }) => ({
      ...{ name, size, lastModified },
      uploadId,
    }))
    if (begun.length > 0) store('tab', owner, memory, begun)
    else discard('tab', owner, memory)
  }, [form, field, owner, memory, remembered, uploads])

  // What a page no longer shows does not go on, and holds nothing up.
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers) controller.abort()
      form?.set(field, [])
    }
  }, [form, field])

  const patch = (key: number, change: Partial<Upload>) =>
    setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one)))
  const drop = (key: number) => setUploads((list) => list.filter((one) => one.key !== key))

  async function send(upload: Upload, file: File) {
    const { key, uploadId, abort } = upload
    running.current.add(abort)
    try {
      const stored = await sendFile({
        ...{ path, file, uploadId, signal: abort.signal },
        onBegun: (id) => patch(key, { uploadId: id }),
        onProgress: (share) => patch(key, { share }),
        onWaiting: (waiting) => patch(key, { waiting }),
      })
      onStored(stored)
      drop(key)
    } catch (error) {
      // An upload that was stopped is gone from the list, or the page is.
      if (!abort.signal.aborted) patch(key, { error: (error as Error).message, waiting: false })
    } finally {
      running.current.delete(abort)
    }
  }

  function add(chosen: File[]) {
    const gone = uploads.filter((upload) => upload.file === undefined)
    const next = chosen.map((file) => {
      const { name, size, lastModified } = file
      const uploadId = gone.find((upload) => isSame(upload, file))?.uploadId
      return newUpload({ name, size, lastModified, uploadId }, file)
    })
    const again = new Set(chosen.map(({ name }) => name))
    setUploads((list) => [
      ...list.filter((upload) => upload.file !== undefined || !again.has(upload.name)),
      ...next,
    ])
    for (const upload of next)
      if (upload.error === undefined && upload.file) void send(upload, upload.file)
  }

  function tryAgain(upload: Upload) {
    const { file, key } = upload
    if (!file) return
    const again = { error: undefined, share: 0, waiting: false, abort: new AbortController() }
    patch(key, again)
    void send({ ...upload, ...again }, file)
  }

  function remove(upload: Upload) {
    upload.abort.abort()
    drop(upload.key)
  }

  return { uploads, add, tryAgain, remove }
}
