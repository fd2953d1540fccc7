'use client'

import { useMutation } from '@tanstack/react-query'
import { UploadIcon } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import { sendForm } from '../forms/send-form.ts'
import { inMegabytes, maxWholeFileBytes } from '#lib/domain/form/file-limits'
import { suggestSlug } from '#components/shared/suggest-slug'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Progress } from '#components/ui/progress'
import { uploadPolicyContract } from '#lib/contracts/data/policies'
import { slugPattern } from '#lib/domain/workflow/definition'
import { pathOf } from '#lib/http/client'

const accept =
  '.pdf,.docx,.html,.htm,.md,.txt,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document,text/html,text/markdown,text/plain'

/**
 * `taken` holds the ids that exist: a new policy must not replace one by accident. `policyId` is
 * given when the document of that one is replaced.
 */
type Props = {
  policyId?: string
  taken: readonly string[]
  onDone(id: string): void
  onCancel(): void
}

/**
 * A policy by its document: the file, its id, and its title when it is new. The text is taken out
 * of it by the server.
 */
export function PolicyUpload({ policyId, taken, onDone, onCancel }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [id, setId] = useState('')
  const [title, setTitle] = useState('')
  const [share, setShare] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const send = useMutation({
    mutationFn: async (chosen: File) => {
      abort.current = new AbortController()
      setShare(0)
      const form = new FormData()
      if (title.trim()) form.append('title', title.trim())
      form.append('file', chosen)
      const target = policyId ?? id
      await sendForm(
        'PUT',
        pathOf(uploadPolicyContract, { policyId: target }),
        form,
        setShare,
        abort.current.signal,
      )
      return target
    },
    onSuccess: onDone,
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    if (!chosen || policyId) return
    const name = chosen.name.replace(/\.[^.]+$/, '')
    if (!id) setId(suggestSlug(name))
    if (!title) setTitle(name)
  }
  const problem =
    file && file.size > maxWholeFileBytes
      ? `The file is larger than ${inMegabytes(maxWholeFileBytes)}.`
      : !policyId && id && !slugPattern.test(id)
        ? 'An id holds only lower-case letters and digits, in groups joined by single hyphens.'
        : !policyId && taken.includes(id)
          ? 'There is a policy of this id. Choose another id, or open that policy and replace its document.'
          : null
  const ready = file !== null && problem === null && (policyId !== undefined || id !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (file && ready) send.mutate(file)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="space-y-1.5">
        <Label htmlFor="policy-file">Document</Label>
        <Input
          id="policy-file"
          type="file"
          accept={accept}
          aria-describedby="policy-file-help"
          onChange={(event) => choose(event.target.files?.[0] ?? null)}
        />
        <p id="policy-file-help" className="text-xs text-muted-foreground">
          PDF, Word (DOCX), HTML, Markdown or plain text, at most {inMegabytes(maxWholeFileBytes)}.
        </p>
      </div>
      {policyId ? null : (
        <>
          <div className="space-y-1.5">
            <Label htmlFor="policy-upload-id">Id</Label>
            <Input
              id="policy-upload-id"
              className="font-mono"
              value={id}
              autoComplete="off"
              spellCheck={false}
              aria-required
              aria-describedby="policy-upload-id-help"
              onChange={(event) => setId(event.target.value)}
            />
            <p id="policy-upload-id-help" className="text-xs text-muted-foreground">
              Workflows and the API name the policy by it.
            </p>
          </div>
          <div className="space-y-1.5">
            <Label htmlFor="policy-upload-title">Title</Label>
            <Input
              id="policy-upload-title"
              value={title}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setTitle(event.target.value)}
            />
          </div>
        </>
      )}
      {(problem ?? send.error) ? (
        <p role="alert" className="text-sm text-destructive">
          {problem ?? send.error?.message}
        </p>
      ) : null}
      {send.isPending ? <Progress value={share * 100} aria-label="Uploaded" /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          type="button"
          variant="outline"
          onClick={() => {
            abort.current?.abort()
            onCancel()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" disabled={!ready || send.isPending}>
          <UploadIcon aria-hidden />{' '}
          {send.isPending
            ? share < 1
              ? 'Uploading…'
              : 'Reading the text…'
            : policyId
              ? 'Replace'
              : 'Upload'}
        </Button>
      </div>
    </form>
  )
}
