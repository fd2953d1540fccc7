'use client'

import type { FieldProps } from '@rjsf/utils'
import { FileIcon, UploadIcon, XIcon } from 'lucide-react'
import { useId, useRef, useState, type DragEvent } from 'react'
import { Button } from '#components/ui/button'
import { inMegabytes, maxFileBytes } from '#lib/domain/form/file-limits'
import { filesOfValue, type FileRef } from '#lib/domain/form/multi-file'
import { valueFor } from '../multi-file-value.ts'
import { UploadRow } from '../uploads/upload-row.tsx'
import { useUploads } from '../uploads/use-uploads.ts'

/**
 * Uploads of several files, each with its progress; drop or choose. The value is written only with
 * files that the server has stored.
 */
export function MultiFileField(props: FieldProps) {
  const { schema, formData, onChange, disabled, readonly, required, name, rawErrors } = props
  const { fieldPathId } = props
  const id = useId()
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
  const { uploads, add, tryAgain, remove } = useUploads(fieldPathId.$id, (stored) => {
    const others = latest.current.filter((file) => file.id !== stored.id)
    write([...others, stored])
  })

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    if (!locked) add([...event.dataTransfer.files])
  }

  const locked = Boolean(disabled || readonly)
  const label = schema.title ?? name
  const help = schema.description ? `${id}-help` : undefined
  return (
    // A fieldset is otherwise never narrower than the longest word in it, such as a file's name.
    <fieldset className="min-w-0 space-y-2" aria-describedby={help}>
      <legend className="text-sm font-medium wrap-anywhere">
        {label}
        {required ? (
          <span className="text-destructive" aria-hidden>
            {' '}
            *
          </span>
        ) : null}
      </legend>
      {help ? (
        <p id={help} className="text-sm text-muted-foreground">
          {schema.description}
        </p>
      ) : null}
      <div
        className={`flex flex-wrap items-center gap-3 rounded-md border border-dashed p-3 text-sm text-muted-foreground ${over ? 'border-primary bg-accent' : 'border-input'}`}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button
          type="button"
          variant="outline"
          size="sm"
          disabled={locked}
          onClick={() => input.current?.click()}
        >
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
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </div>
      <ul className="space-y-1" aria-label={`${label}: files`}>
        {files.map((file) => (
          <li key={file.id} className="flex items-center gap-2 rounded-md border px-2 py-1 text-sm">
            <FileIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
            <span className="min-w-0 flex-1 truncate" title={file.fileName}>
              {file.fileName}
            </span>
            <Button
              type="button"
              variant="ghost"
              size="icon-sm"
              className="shrink-0"
              disabled={locked}
              aria-label={`Remove ${file.fileName}`}
              onClick={() => write(latest.current.filter((entry) => entry.id !== file.id))}
            >
              <XIcon aria-hidden />
            </Button>
          </li>
        ))}
        {uploads.map((upload) => (
          <UploadRow
            key={upload.key}
            upload={upload}
            onTryAgain={() => tryAgain(upload)}
            onRemove={() => remove(upload)}
          />
        ))}
      </ul>
      {rawErrors?.map((error) => (
        <p key={error} role="alert" className="text-sm text-destructive">
          {error}
        </p>
      ))}
    </fieldset>
  )
}
