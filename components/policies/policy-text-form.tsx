'use client'

import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { suggestSlug } from '#components/shared/suggest-slug'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Textarea } from '#components/ui/textarea'
import {
  createPolicyContract,
  updatePolicyContract,
  type PolicyView,
} from '#lib/contracts/data/policies'
import { ApiFailure, call } from '#lib/http/client'

type Props = { existing?: PolicyView; onDone(policy: PolicyView): void; onCancel(): void }

/** A policy as text: written or pasted, or the one that is there corrected. */
export function PolicyTextForm({ existing, onDone, onCancel }: Props) {
  const [id, setId] = useState(existing?.id ?? '')
  const [title, setTitle] = useState(existing?.title ?? '')
  const [text, setText] = useState(existing?.text ?? '')
  const [idTouched, setIdTouched] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      existing
        ? call(updatePolicyContract, { params: { policyId: existing.id }, body: { title, text } })
        : call(createPolicyContract, { body: { id, title, text } }),
    onSuccess: onDone,
  })
  const issues = save.error instanceof ApiFailure ? save.error.issues : []
  const sentence =
    issues.length > 0 ? issues.map((issue) => issue.message).join(' ') : save.error?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <div className="space-y-1.5">
        <Label htmlFor="policy-title">Title</Label>
        <Input
          id="policy-title"
          value={title}
          maxLength={200}
          autoComplete="off"
          aria-required
          onChange={(event) => {
            setTitle(event.target.value)
            if (!existing && !idTouched) setId(suggestSlug(event.target.value))
          }}
        />
      </div>
      {existing ? null : (
        <div className="space-y-1.5">
          <Label htmlFor="policy-id">Id</Label>
          <Input
            id="policy-id"
            className="font-mono"
            value={id}
            autoComplete="off"
            spellCheck={false}
            aria-required
            aria-describedby="policy-id-help"
            onChange={(event) => {
              setIdTouched(true)
              setId(event.target.value)
            }}
          />
          <p id="policy-id-help" className="text-xs text-muted-foreground">
            Workflows and the API name the policy by it.
          </p>
        </div>
      )}
      <div className="space-y-1.5">
        <Label htmlFor="policy-text">Text</Label>
        <Textarea
          id="policy-text"
          className="min-h-64 font-mono text-xs leading-relaxed"
          value={text}
          aria-required
          aria-describedby="policy-text-help"
          onChange={(event) => setText(event.target.value)}
        />
        <p id="policy-text-help" className="text-xs text-muted-foreground">
          Plain text or Markdown.
        </p>
      </div>
      {sentence ? (
        <p role="alert" className="text-sm text-destructive">
          {sentence}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending || !title.trim() || !text.trim() || !id}>
          {save.isPending ? 'Saving…' : existing ? 'Save' : 'Add policy'}
        </Button>
      </div>
    </form>
  )
}
