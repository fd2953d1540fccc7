'use client'

import { useContext, useEffect, useRef, useState } from 'react'
import { discard, load, store } from '#components/storage/browser-storage'
import { useOwner } from '#components/storage/person'
import type { FileRule } from '#lib/domain/form/file-rules'
import type { FileRef } from '#lib/domain/form/multi-file'
import { FormFilesContext } from './form-files.ts'
import { sendFile } from './send-file.ts'
import {
  canRetry,
  isSameFile,
  newUpload,
  startedOf,
  type StartedUpload,
  type Upload,
} from './upload.ts'
import { TemporaryUploads, UploadPath } from './upload-path.ts'

/** The list of uploads of one field, with the ways to change it. */
function useUploadList() {
  const [uploads, setUploads] = useState<Upload[]>([])
  return {
    uploads,
    setUploads,
    patch: (key: number, change: Partial<Upload>) =>
      setUploads((list) => list.map((one) => (one.key === key ? { ...one, ...change } : one))),
    drop: (key: number) => setUploads((list) => list.filter((one) => one.key !== key)),
  }
}

/**
 * Stores the running uploads in this tab, and lists those that a reload interrupted. Stores nothing
 * for a form without a name.
 */
function useStoredUploads(
  field: string,
  uploads: Upload[],
  addBefore: (cutOff: Upload[]) => void,
): void {
  const form = useContext(FormFilesContext)
  const owner = useOwner()
  const memory = form?.memory === undefined ? undefined : `sending.${form.memory}.${field}`
  const [isRead, setIsRead] = useState(false)
  const onRead = useRef(addBefore)
  onRead.current = addBefore

  useEffect(() => {
    const before = memory === undefined ? undefined : load<StartedUpload[]>('tab', owner, memory)
    if (before) onRead.current(before.map((started) => newUpload(started)))
    setIsRead(true)
  }, [owner, memory])

  useEffect(() => {
    if (memory === undefined || !isRead) return
    // A file that can never be sent is no loss.
    const started = uploads
      .filter((upload) => upload.file === undefined || canRetry(upload))
      .map(startedOf)
    if (started.length > 0) store('tab', owner, memory, started)
    else discard('tab', owner, memory)
  }, [owner, memory, isRead, uploads])
}

/** Reports the unfinished files of a field to its form, and none when the field is removed. */
function useReport(field: string, uploads: Upload[]): void {
  const form = useContext(FormFilesContext)
  useEffect(() => {
    form?.set(
      field,
      uploads.map(({ name, error }) => ({
        name,
        state: error === undefined ? 'sending' : 'failed',
      })),
    )
  }, [form, field, uploads])
  useEffect(() => () => form?.set(field, []), [form, field])
}

/**
 * The running requests. They stop when the page no longer shows the field, because their files
 * would be written to another one.
 */
function useRunning(field: string) {
  const form = useContext(FormFilesContext)
  const running = useRef(new Set<AbortController>())
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers) controller.abort()
    }
  }, [form, field])
  return running.current
}

/**
 * The unfinished files of one field; `onStored` is called with each that was stored. They are
 * stored in this tab: after a reload a file is listed as not sent, and continues where it stopped
 * when the same file is chosen again.
 */
export function useUploads(field: string, onStored: (file: FileRef) => void, rule?: FileRule) {
  const path = useContext(UploadPath)
  const temporary = useContext(TemporaryUploads)
  const { uploads, setUploads, patch, drop } = useUploadList()
  const running = useRunning(field)
  useStoredUploads(field, uploads, (cutOff) => setUploads((list) => [...cutOff, ...list]))
  useReport(field, uploads)

  async function send(upload: Upload, file: File) {
    const { key, uploadId, abort } = upload
    running.add(abort)
    try {
      const stored = await sendFile({
        path,
        temporary,
        file,
        uploadId,
        signal: abort.signal,
        onBegun: (id) => patch(key, { uploadId: id }),
        onProgress: (share) => patch(key, { share }),
        onWaiting: (waiting) => patch(key, { waiting }),
      })
      onStored(stored)
      drop(key)
    } catch (error) {
      // A stopped upload is no longer in the list, or the page has been left.
      if (!abort.signal.aborted) patch(key, { error: (error as Error).message, waiting: false })
    } finally {
      running.delete(abort)
    }
  }

  /** Sends the chosen files; one that a reload interrupted continues, and replaces its old row. */
  function add(chosen: File[]) {
    const cutOff = uploads.filter((upload) => upload.file === undefined)
    const next = chosen.map((file) => {
      const { name, size, lastModified } = file
      const uploadId = cutOff.find((upload) => isSameFile(upload, file))?.uploadId
      return newUpload({ name, size, lastModified, uploadId }, file, rule)
    })
    const names = new Set(chosen.map(({ name }) => name))
    setUploads((list) => [
      ...list.filter((upload) => upload.file !== undefined || !names.has(upload.name)),
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
