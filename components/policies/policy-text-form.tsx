'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { slugOf } from '#lib/domain/slug'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Label } from '#components/ui/input/label'
import { Textarea } from '#components/ui/input/textarea'
import {
  createPolicyContract,
  updatePolicyContract,
  type PolicyView,
} from '#lib/contracts/data/policies'
import { newPolicySchema } from '#schemas/data/policies'
import { ApiFailure, call } from '#lib/http/client'

type Props = { existing?: PolicyView; onDone(policy: PolicyView): void; onCancel(): void }
type Fields = z.input<typeof newPolicySchema>
type NewPolicy = z.output<typeof newPolicySchema>
type Form = UseFormReturn<Fields, unknown, NewPolicy>

/** A policy as text: a new one, written or pasted, or an existing one to correct. */
export function PolicyTextForm({ existing, onDone, onCancel }: Props) {
  const { id = '', title = '', text = '' } = existing ?? {}
  const form: Form = useForm<Fields, unknown, NewPolicy>({
    resolver: zodResolver(newPolicySchema),
    defaultValues: { id, title, text },
  })
  const save = useMutation({
    mutationFn: (policy: NewPolicy) => savePolicy(existing, policy),
    onSuccess: onDone,
    onError: (error) => showRefusal(form, error),
  })
  const values = useWatch({ control: form.control })
  const complete = Object.values(values).every((value) => value.trim() !== '')
  const action = existing ? 'Save' : 'Add policy'
  return (
    <form
      className="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => void form.handleSubmit((policy) => save.mutate(policy))(event)}
    >
      <Identity form={form} isNew={existing === undefined} />
      <PolicyText form={form} />
      {form.formState.errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {form.formState.errors.root.message}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending || !complete}>
          {save.isPending ? 'Saving…' : action}
        </Button>
      </div>
    </form>
  )
}

function savePolicy(existing: PolicyView | undefined, policy: NewPolicy): Promise<PolicyView> {
  if (!existing) return call(createPolicyContract, { body: policy })
  const { title, text } = policy
  return call(updatePolicyContract, { params: { policyId: existing.id }, body: { title, text } })
}

/** Shows a refusal at the fields that it names, the first one focused, or below the form. */
function showRefusal(form: Form, error: Error): void {
  const issues = error instanceof ApiFailure ? error.issues : []
  const ofFields = issues.flatMap(({ path, message }) => {
    const field = fieldNames.find((name) => name === path)
    return field ? [{ field, message }] : []
  })
  ofFields.forEach(({ field, message }, index) =>
    form.setError(field, { message }, { shouldFocus: index === 0 }),
  )
  if (ofFields.length === issues.length && issues.length > 0) return
  const messages = issues.map(({ message }) => message)
  form.setError('root', { message: messages.length > 0 ? messages.join(' ') : error.message })
}

const fieldNames = ['id', 'title', 'text'] as const

/** The title, and the id of a new policy, which follows the title until the person writes it. */
function Identity({ form, isNew }: { form: Form; isNew: boolean }) {
  const { errors } = form.formState
  const follows = useRef(isNew)
  const title = form.register('title', {
    onChange: (event: { target: { value: string } }) => {
      if (follows.current) form.setValue('id', slugOf(event.target.value, ''))
    },
  })
  const id = form.register('id', {
    onChange: () => {
      follows.current = false
    },
  })
  return (
    <>
      <TextField
        label="Title"
        maxLength={200}
        autoComplete="off"
        aria-required
        error={errors.title}
        {...title}
      />
      {isNew ? (
        <TextField
          label="Id"
          help="Workflows and the API name the policy by it."
          className="font-mono"
          autoComplete="off"
          spellCheck={false}
          aria-required
          error={errors.id}
          {...id}
        />
      ) : null}
    </>
  )
}

function PolicyText({ form }: { form: Form }) {
  const id = useId()
  const error = form.formState.errors.text
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>Text</Label>
      <Textarea
        id={id}
        className="min-h-64 font-mono text-xs leading-relaxed"
        aria-required
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-help`}
        {...form.register('text')}
      />
      <p
        id={`${id}-help`}
        className={`text-xs ${error ? 'text-destructive' : 'text-muted-foreground'}`}
      >
        {error?.message ?? 'Plain text or Markdown.'}
      </p>
    </div>
  )
}
