'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { initialData } from '../forms/initial-data.ts'
import { refresh } from '#components/shared/loading/queries'
import { WorkerLabelField } from '#components/shared/fields/worker-label-field'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  listConnectionsContract,
  type ConnectionKindView,
  type ConnectionView,
} from '#lib/contracts/integrations/connections'
import { listWorkerLabelsContract } from '#lib/contracts/integrations/worker-labels'
import { getHieWebhookContract } from '#lib/contracts/integrations/hie'
import { IdentityFields } from './identity-fields.tsx'
import { issuesByField } from './issues-by-field.ts'
import { LimitFields } from './limit-fields.tsx'
import { ProviderField, ProviderSettings } from './provider-fields.tsx'
import { saveConnection, type ConnectionDraft } from './save-connection.ts'

type Props = { kind: ConnectionKindView; existing: ConnectionView | null; onDone(): void }

/**
 * Creates or changes a connection. Its settings are drawn from the provider's schema; stored
 * credentials never come back to the page.
 */
export function ConnectionForm({ kind, existing, onDone }: Props) {
  const form = useForm<ConnectionDraft>({ defaultValues: draftOf(kind, existing) })
  const save = useSave({ kind, existing, onDone })
  const refused = issuesByField(save.error)
  const providerId = useWatch({ control: form.control, name: 'provider' })
  const provider = kind.providers.find(({ id }) => id === providerId)
  const element = useFocusOnRefusal(save.error)
  const action = existing ? 'Save' : 'Create'
  return (
    <form
      ref={element}
      onSubmit={(event) => void form.handleSubmit((draft) => save.mutate(draft))(event)}
      className="flex flex-col gap-5"
      noValidate
    >
      <ProviderField form={form} kind={kind} disabled={existing !== null} />
      <IdentityFields form={form} existing={existing} errors={refused.own} />
      {provider ? (
        <ProviderSettings
          key={provider.id}
          form={form}
          provider={provider}
          secretsSet={existing?.secretsSet ?? []}
          refused={refused}
        />
      ) : null}
      <LimitFields form={form} />
      <BoundTo form={form} error={refused.own['workerLabel']} />
      <Refusal general={refused.general} failed={save.isError} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : action}
        </Button>
      </div>
    </form>
  )
}

const boundHelp =
  'Only workers with this label call it, for example those in its network. ' +
  'Empty: any that serve what has no label.'

function BoundTo({
  form,
  error,
}: {
  form: UseFormReturn<ConnectionDraft>
  error: string | undefined
}) {
  return (
    <Controller
      control={form.control}
      name="workerLabel"
      render={({ field }) => (
        <WorkerLabelField
          id="connection-worker-label"
          value={field.value}
          help={boundHelp}
          error={error}
          onChange={field.onChange}
        />
      )}
    />
  )
}

function draftOf(kind: ConnectionKindView, existing: ConnectionView | null): ConnectionDraft {
  if (existing) {
    const { name, slug, provider, config, limits, workerLabel } = existing
    return { name, slug, provider, config, limits, workerLabel: workerLabel ?? '', secrets: {} }
  }
  const [first] = kind.providers
  return {
    name: '',
    slug: '',
    provider: first?.id ?? '',
    config: first ? initialData(first.configSchema) : {},
    secrets: {},
    limits: { concurrent: null, perMinute: null },
    workerLabel: '',
  }
}

function useSave({ kind, existing, onDone }: Props) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: ConnectionDraft) => saveConnection(kind.kind, existing, draft),
    onSuccess: async ({ name }) => {
      await refresh(
        client,
        listConnectionsContract,
        getHieWebhookContract,
        listWorkerLabelsContract,
      )
      toast.success(existing ? `“${name}” is saved.` : `“${name}” is made. Test it now.`)
      onDone()
    },
  })
}

/** Focuses the first field that the server refused, or else its message. */
function useFocusOnRefusal(error: Error | null) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!error) return
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [error])
  return element
}

/** Why the server refused: what belongs to no field, or that fields are marked. */
function Refusal({ general, failed }: { general: string | null; failed: boolean }) {
  if (general)
    return (
      <Alert variant="destructive" tabIndex={-1}>
        <AlertTitle>Not saved</AlertTitle>
        <AlertDescription>{general}</AlertDescription>
      </Alert>
    )
  if (!failed) return null
  return (
    <p role="alert" className="text-sm text-destructive">
      Not saved: see the marked fields.
    </p>
  )
}
