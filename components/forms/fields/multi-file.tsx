'use client'

import type { FieldProps } from '@rjsf/utils'
import { useId, useMemo, useRef } from 'react'
import { useKeptFocus } from '#components/ui/input/use-kept-focus'
import { filesOfValue, type FileRef } from '#lib/domain/form/multi-file'
import { fileRuleOf } from '#lib/domain/form/file-rules'
import { FieldDescription } from '../help/field-description.tsx'
import { valueFor } from '../multi-file-value.ts'
import { RequiredMark } from '../theme/required-mark.tsx'
import { useFormTexts } from '../texts.ts'
import { UploadRow } from '../uploads/upload-row.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { FileDrop } from './file-drop.tsx'
import { StoredFile } from './stored-file.tsx'

/** The files of the field's value, and how to add one and remove one. */
function useFiles({ schema, formData, onChange, fieldPathId }: FieldProps) {
  const files = filesOfValue(formData)
  // Two uploads may finish between two renders: the next one is added to the newest list.
  const latest = useRef<FileRef[]>(files)
  latest.current = files
  const write = (next: FileRef[]) => {
    latest.current = next
    onChange(valueFor(schema as Record<string, unknown>, next), fieldPathId.path)
  }
  const without = ({ id }: FileRef) => latest.current.filter((file) => file.id !== id)
  return {
    files,
    addFile: (file: FileRef) => write([...without(file), file]),
    removeFile: (file: FileRef) => write(without(file)),
  }
}

/** The schema with the keywords of the field: in the older form, that of `files`. */
function fieldOf(schema: Record<string, unknown>): Record<string, unknown> {
  const { files } = (schema['properties'] ?? {}) as { files?: Record<string, unknown> }
  return schema['x-formFieldType'] === 'multi-file' ? schema : (files ?? schema)
}

/**
 * Uploads of several files, each with its progress; drop or choose. The value is written only with
 * files that the server has stored.
 */
export function MultiFileField(props: FieldProps) {
  const { schema, disabled, readonly, required, name, rawErrors, fieldPathId } = props
  const { text } = useFormTexts()
  const id = useId()
  const { files, addFile, removeFile } = useFiles(props)
  const rule = useMemo(() => fileRuleOf(fieldOf(schema as Record<string, unknown>)), [schema])
  const { uploads, add, tryAgain, remove } = useUploads(fieldPathId.$id, addFile, rule)
  const keptFocus = useKeptFocus<HTMLFieldSetElement>('first')
  const locked = Boolean(disabled || readonly)
  const label = schema.title ?? name
  const help = schema.description ? `${id}-help` : undefined
  return (
    // Otherwise a fieldset is never narrower than its longest word, such as a file's name.
    <fieldset
      id={fieldPathId.$id}
      tabIndex={-1}
      className="min-w-0 space-y-2 outline-none"
      aria-describedby={help}
      {...keptFocus}
    >
      <legend className="text-sm font-medium wrap-anywhere">
        {label}
        {required ? <RequiredMark /> : null}
      </legend>
      {help ? (
        <div id={help}>
          <FieldDescription text={schema.description ?? ''} />
        </div>
      ) : null}
      <FileDrop label={label} rule={rule} disabled={locked} onChoose={add} />
      <ul className="space-y-1" aria-label={text('file.list', { label })}>
        {files.map((file) => (
          <StoredFile
            key={file.id}
            file={file}
            disabled={locked}
            onRemove={() => removeFile(file)}
          />
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
