'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toast } from 'sonner'
import { errorSchemaOf } from '../forms/error-schema.ts'
import { initialData } from '../forms/initial-data.ts'
import { SchemaForm } from '#components/forms/schema-form'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { fieldClass } from '../ui/field-class.ts'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { refresh } from '#components/shared/queries'
import {
  listConnectionsContract,
  type ConnectionKindView,
  type ConnectionView,
} from '#lib/contracts/connections'
import { getHieWebhookContract } from '#lib/contracts/hie'
import { issuesByField } from './issues-by-field.ts'
import { LimitFields } from './limit-fields.tsx'
import { saveConnection, type ConnectionDraft } from './save-connection.ts'
import { SecretFields } from './secret-fields.tsx'
import { suggestSlug } from '#components/shared/suggest-slug'

type Props = { kind: ConnectionKindView; existing: ConnectionView | null; onDone(): void }

const draftOf = (kind: ConnectionKindView, existing: ConnectionView | null): ConnectionDraft => {
  if (existing)
    return {
      name: existing.name,
      slug: existing.slug,
      provider: existing.provider,
      config: existing.config,
      secrets: {},
      limits: existing.limits,
    }
  const provider = kind.providers[0]
  return {
    name: '',
    slug: '',
    provider: provider?.id ?? '',
    config: provider ? initialData(provider.configSchema) : {},
    secrets: {},
    limits: { concurrent: null, perMinute: null },
  }
}

/**
 * Makes or changes a connection. Its settings are drawn from the provider's schema; kept
 * credentials never come back to the page.
 */
export function ConnectionForm({ kind, existing, onDone }: Props) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(kind, existing))
  const [slugTouched, setSlugTouched] = useState(existing !== null)
  const change = (next: Partial<ConnectionDraft>) => setDraft((old) => ({ ...old, ...next }))
  const provider = kind.providers.find((entry) => entry.id === draft.provider)
  const save = useMutation({
    mutationFn: () => saveConnection(kind.kind, existing, draft),
    onSuccess: async (saved) => {
      await refresh(client, listConnectionsContract, getHieWebhookContract)
      toast.success(
        existing ? `“${saved.name}” is saved.` : `“${saved.name}” is made. Test it now.`,
      )
      onDone()
    },
  })
  const refused = issuesByField(save.error)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (save.error)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus()
  }, [save.error])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // What is no number would be sent as no limit.
    const noNumber = Object.entries(draft.limits).find(([, limit]) => Number.isNaN(limit))
    if (noNumber) document.getElementById(`connection-${noNumber[0]}`)?.focus()
    else save.mutate()
  }
  const hasSettings = Object.keys((provider?.configSchema['properties'] ?? {}) as object).length > 0

  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-5" noValidate>
      <div className="space-y-1.5">
        <Label htmlFor="connection-provider">Provider</Label>
        <select
          id="connection-provider"
          className={`${fieldClass} h-9 px-2`}
          value={draft.provider}
          disabled={existing !== null}
          aria-describedby="connection-provider-help"
          onChange={(event) => {
            const next = kind.providers.find((entry) => entry.id === event.target.value)
            change({
              provider: event.target.value,
              config: next ? initialData(next.configSchema) : {},
              secrets: {},
            })
          }}
        >
          {kind.providers.map((entry) => (
            <option key={entry.id} value={entry.id}>
              {entry.title}
            </option>
          ))}
        </select>
        <p id="connection-provider-help" className="text-xs text-muted-foreground">
          {provider?.description}
        </p>
      </div>
      <div className="space-y-1.5">
        <Label htmlFor="connection-name">Name</Label>
        <Input
          id="connection-name"
          value={draft.name}
          aria-required
          autoComplete="off"
          aria-invalid={refused.own['name'] !== undefined}
          aria-describedby="connection-name-help"
          onChange={(event) =>
            change({
              name: event.target.value,
              ...(slugTouched ? {} : { slug: suggestSlug(event.target.value) }),
            })
          }
        />
        <p id="connection-name-help" className="text-xs text-destructive empty:hidden">
          {refused.own['name']}
        </p>
      </div>
      <div className="space-y-1.5">
        <Label htmlFor="connection-slug">Slug</Label>
        <Input
          id="connection-slug"
          className="font-mono"
          value={draft.slug}
          aria-required
          autoComplete="off"
          spellCheck={false}
          aria-invalid={refused.own['slug'] !== undefined}
          aria-describedby="connection-slug-help"
          onChange={(event) => {
            setSlugTouched(true)
            change({ slug: event.target.value })
          }}
        />
        <p
          id="connection-slug-help"
          className={`text-xs ${refused.own['slug'] ? 'text-destructive' : 'text-muted-foreground'}`}
        >
          {refused.own['slug'] ??
            (existing && draft.slug !== existing.slug
              ? `Workflows that name “${existing.slug}” are changed with it: their drafts, and what is published by a next version. Other systems will not find it any more.`
              : 'Workflows and the API name the connection by it.')}
        </p>
      </div>
      {provider && hasSettings ? (
        <SchemaForm
          key={provider.id}
          schema={provider.configSchema}
          formData={draft.config}
          idPrefix="connection-config"
          tagName="div"
          validation="none"
          extraErrors={errorSchemaOf(refused.config, 'config')}
          onChange={(config) => change({ config: (config ?? {}) as Record<string, unknown> })}
        />
      ) : null}
      {provider ? (
        <SecretFields
          schema={provider.secretsSchema}
          set={existing?.secretsSet ?? []}
          changes={draft.secrets}
          errors={refused.secrets}
          onChange={(secrets) => change({ secrets })}
        />
      ) : null}
      {existing && existing.secretsSet.length > 0 ? (
        <p className="text-xs text-muted-foreground">
          When you change where the provider lies, enter the credentials again: they are never sent
          to another host than they were entered for.
        </p>
      ) : null}
      {provider?.embedded ? (
        <p className="text-sm text-muted-foreground">
          Nothing else is needed: this provider keeps its data here.
        </p>
      ) : null}
      <LimitFields limits={draft.limits} onChange={(limits) => change({ limits })} />
      {refused.general ? (
        <Alert variant="destructive" tabIndex={-1}>
          <AlertTitle>Not saved</AlertTitle>
          <AlertDescription>{refused.general}</AlertDescription>
        </Alert>
      ) : save.isError ? (
        <p role="alert" className="text-sm text-destructive">
          Not saved: see the marked fields.
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving…' : existing ? 'Save' : 'Create'}
        </Button>
      </div>
    </form>
  )
}
