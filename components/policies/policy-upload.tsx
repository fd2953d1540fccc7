'use client'

import { useMutation } from '@tanstack/react-query'
import { UploadIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Controller, useForm, useWatch, type Resolver, type UseFormReturn } from 'react-hook-form'
import { slugOf } from '#lib/domain/slug'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Progress } from '#components/ui/feedback/progress'
import { uploadPolicyContract } from '#lib/contracts/data/policies'
import { inMegabytes, maxWholeFileBytes } from '#lib/domain/form/file-limits'
import { pathOf } from '#lib/http/client'
import { sendForm } from '../forms/send-form.ts'
import { problemsOf, type UploadFields } from './upload-problems.ts'

const accept = [
  '.pdf',
  '.docx',
  '.html',
  '.htm',
  '.md',
  '.txt',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'text/html',
  'text/markdown',
  'text/plain',
].join(',')

type Props = {
  /** The policy whose document is replaced; without it a new policy is added. */
  policyId?: string
  /** The ids that exist: a new policy must not replace one by accident. */
  taken: readonly string[]
  onDone(id: string): void
  onCancel(): void
}
type Form = UseFormReturn<UploadFields>

/**
 * A policy as a document: the file, and the id and title of a new one. The server extracts the
 * text.
 */
export function PolicyUpload({ policyId, taken, onDone, onCancel }: Props) {
  const isNew = policyId === undefined
  const form = useForm<UploadFields>({
    resolver: resolverOf(isNew ? taken : []),
    mode: 'onChange',
    defaultValues: { file: null, id: policyId ?? '', title: '' },
  })
  const { upload, share, stop } = useUpload(onDone)
  const [file, id] = useWatch({ control: form.control, name: ['file', 'id'] })
  const { errors } = form.formState
  const ready = file !== null && id !== '' && Object.keys(errors).length === 0
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => void form.handleSubmit((fields) => upload.mutate(fields))(event)}
    >
      <DocumentField form={form} isNew={isNew} />
      {isNew ? <IdentityFields form={form} /> : null}
      {upload.isError ? (
        <p role="alert" className="text-sm text-destructive">
          {upload.error.message}
        </p>
      ) : null}
      {upload.isPending ? <Progress value={share * 100} aria-label="Uploaded" /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          type="button"
          variant="outline"
          onClick={() => {
            stop()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" disabled={!ready || upload.isPending}>
          <UploadIcon aria-hidden /> {upload.isPending ? describeProgress(share) : actionOf(isNew)}
        </Button>
      </div>
    </form>
  )
}

const actionOf = (isNew: boolean): string => (isNew ? 'Upload' : 'Replace')

/** `share` is the part of the file that has been sent, from 0 to 1. */
const describeProgress = (share: number): string => (share < 1 ? 'Uploading…' : 'Reading the text…')

const resolverOf =
  (taken: readonly string[]): Resolver<UploadFields> =>
  (fields) => {
    const problems = Object.entries(problemsOf(fields, taken))
    if (problems.length === 0) return { values: fields, errors: {} }
    const errors = problems.map(([field, message]) => [field, { type: 'invalid', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }

/** Sends the document, with the share that has been sent, until `stop`. */
function useUpload(onDone: (id: string) => void) {
  const [share, setShare] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const upload = useMutation({
    mutationFn: async ({ file, id, title }: UploadFields) => {
      const controller = new AbortController()
      abort.current = controller
      setShare(0)
      const form = new FormData()
      if (title.trim()) form.append('title', title.trim())
      if (file) form.append('file', file)
      const path = pathOf(uploadPolicyContract, { policyId: id })
      await sendForm('PUT', path, form, setShare, controller.signal)
      return id
    },
    onSuccess: onDone,
  })
  return { upload, share, stop: () => abort.current?.abort() }
}

const documentHelp =
  'PDF, Word (DOCX), HTML, Markdown or plain text, ' + `at most ${inMegabytes(maxWholeFileBytes)}.`

/** The file; it suggests id and title of a new policy where they are empty. */
function DocumentField({ form, isNew }: { form: Form; isNew: boolean }) {
  const suggest = (file: File | null) => {
    if (!file || !isNew) return
    const { id, title } = form.getValues()
    const name = file.name.replace(/\.[^.]+$/, '')
    if (!id) form.setValue('id', slugOf(name, ''), { shouldValidate: true })
    if (!title) form.setValue('title', name)
  }
  return (
    <Controller
      control={form.control}
      name="file"
      render={({ field, fieldState }) => (
        <TextField
          label="Document"
          help={documentHelp}
          type="file"
          accept={accept}
          ref={field.ref}
          error={fieldState.error}
          onBlur={field.onBlur}
          onChange={(event) => {
            const file = event.target.files?.[0] ?? null
            field.onChange(file)
            suggest(file)
          }}
        />
      )}
    />
  )
}

function IdentityFields({ form }: { form: Form }) {
  const { errors } = form.formState
  return (
    <>
      <TextField
        label="Id"
        help="Workflows and the API name the policy by it."
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        aria-required
        error={errors.id}
        {...form.register('id')}
      />
      <TextField
        label="Title"
        maxLength={200}
        autoComplete="off"
        error={errors.title}
        {...form.register('title')}
      />
    </>
  )
}
