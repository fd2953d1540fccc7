'use client'

import type { FieldProps } from '@rjsf/utils'
import { FileIcon, RotateCcwIcon, UploadIcon, XIcon } from 'lucide-react'
import { useContext, useEffect, useId, useRef, useState, type DragEvent } from 'react'
import { Button } from '#components/ui/button'
import { formatSize } from '../format-size.ts'
import { inMegabytes, maxFileBytes } from '#lib/domain/file-limits'
import { filesOfValue, type FileRef } from '#lib/domain/multi-file'
import { valueFor } from '../multi-file-value.ts'
import { uploadFile, UploadPath } from '../upload-file.ts'

type Upload = { key: number; file: File; share: number; error: string | null; abort: AbortController }

let uploadCount = 0

/** Uploads of several files, each with its progress; drop or choose. The value is written only with files that the server has stored. */
export function MultiFileField({ schema, formData, onChange, disabled, readonly, required, name, rawErrors, fieldPathId }: FieldProps) {
  const path = useContext(UploadPath)
  const id = useId()
  const [uploads, setUploads] = useState<Upload[]>([])
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const files = filesOfValue(formData)
  // Two uploads may finish between two renders: the newest list is what the next one adds to.
  const latest = useRef<FileRef[]>(files)
  latest.current = files
  const write = (next: FileRef[]) => {
    latest.current = next
    onChange(valueFor(schema as Record<string, unknown>, next), fieldPathId.path)
  }
  const running = useRef(new Set<AbortController>())
  useEffect(() => {
    const controllers = running.current
    return () => controllers.forEach((controller) => controller.abort())
  }, [])

  const patch = (key: number, change: Partial<Upload>) =>
    setUploads((list) => list.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  const drop = (key: number) => setUploads((list) => list.filter((upload) => upload.key !== key))

  async function send(upload: Upload) {
    running.current.add(upload.abort)
    try {
      const stored = await uploadFile(path, upload.file, (share) => patch(upload.key, { share }), upload.abort.signal)
      write([...latest.current, stored])
      drop(upload.key)
    } catch (error) {
      if (upload.abort.signal.aborted) drop(upload.key)
      else patch(upload.key, { error: (error as Error).message })
    } finally {
      running.current.delete(upload.abort)
    }
  }

  function add(chosen: File[]) {
    const next = chosen.map((file): Upload => ({
      key: (uploadCount += 1),
      file,
      share: 0,
      error: file.size > maxFileBytes ? `This file is larger than ${inMegabytes(maxFileBytes)}. Choose a smaller one.` : null,
      abort: new AbortController(),
    }))
    setUploads((list) => [...list, ...next])
    for (const upload of next) if (!upload.error) void send(upload)
  }

  function retry(upload: Upload) {
    const again = { ...upload, error: null, share: 0, abort: new AbortController() }
    patch(upload.key, again)
    void send(again)
  }

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!locked) add([...event.dataTransfer.files])
  }

  const locked = Boolean(disabled || readonly)
  const label = schema.title ?? name
  return (
    <fieldset className="space-y-2" aria-describedby={schema.description ? `${id}-help` : undefined}>
      <legend className="text-sm font-medium">
        {label}
        {required ? <span className="text-destructive" aria-hidden> *</span> : null}
      </legend>
      {schema.description ? <p id={`${id}-help`} className="text-sm text-muted-foreground">{schema.description}</p> : null}
      <div
        className={`flex flex-wrap items-center gap-3 rounded-md border border-dashed p-3 text-sm text-muted-foreground ${over ? 'border-primary bg-accent' : 'border-input'}`}
        onDragOver={(event) => { event.preventDefault(); setOver(true) }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button type="button" variant="outline" size="sm" disabled={locked} onClick={() => input.current?.click()}>
          <UploadIcon aria-hidden /> Choose files
        </Button>
        <span>or drop them here, at most {inMegabytes(maxFileBytes)} each</span>
        <input
          ref={input}
          type="file"
          multiple
          className="sr-only"
          tabIndex={-1}
          aria-label={`${label}: choose files`}
          disabled={locked}
          onChange={(event) => { add([...(event.target.files ?? [])]); event.target.value = '' }}
        />
      </div>
      <ul className="space-y-1" aria-label={`${label}: files`}>
        {files.map((file) => (
          <li key={file.id} className="flex items-center gap-2 rounded-md border px-2 py-1 text-sm">
            <FileIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="min-w-0 flex-1 truncate" title={file.fileName}>{file.fileName}</span>
            <Button type="button" variant="ghost" size="icon-sm" disabled={locked} aria-label={`Remove ${file.fileName}`}
              onClick={() => write(latest.current.filter((entry) => entry.id !== file.id))}>
              <XIcon aria-hidden />
            </Button>
          </li>
        ))}
        {uploads.map((upload) => (
          <li key={upload.key} className="rounded-md border px-2 py-1 text-sm">
            <div className="flex items-center gap-2">
              <span className="min-w-0 flex-1 truncate">{upload.file.name}</span>
              <span className="text-xs text-muted-foreground">{formatSize(upload.file.size)}</span>
              {upload.error && upload.file.size <= maxFileBytes ? (
                <Button type="button" variant="ghost" size="icon-sm" aria-label={`Try ${upload.file.name} again`} onClick={() => retry(upload)}>
                  <RotateCcwIcon aria-hidden />
                </Button>
              ) : null}
              <Button type="button" variant="ghost" size="icon-sm" aria-label={`${upload.error ? 'Dismiss' : 'Stop uploading'} ${upload.file.name}`}
                onClick={() => { upload.abort.abort(); drop(upload.key) }}>
                <XIcon aria-hidden />
              </Button>
            </div>
            {upload.error ? (
              <p role="alert" className="text-destructive">{upload.error}</p>
            ) : (
              <progress className="h-1.5 w-full accent-primary" max={1} value={upload.share} aria-label={`Uploading ${upload.file.name}`} />
            )}
          </li>
        ))}
      </ul>
      {rawErrors?.map((error) => <p key={error} role="alert" className="text-sm text-destructive">{error}</p>)}
    </fieldset>
  )
}
