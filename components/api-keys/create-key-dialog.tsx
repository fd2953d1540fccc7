'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useRoleChoices } from '#components/roles/use-role-choices'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import {
  createApiKeyContract,
  listApiKeysContract,
  type CreatedApiKey,
} from '#lib/contracts/organization/api-keys'
import { call } from '#lib/http/client'
import { endOfTerm, terms } from './expiry.ts'
import { keepOpen, KeySecret } from './key-secret.tsx'
import { PermissionPicker } from './permission-picker.tsx'
import { WorkflowPicker } from './workflow-picker.tsx'

type Fields = {
  name: string
  mode: 'live' | 'test'
  /** A role, or `single` for permissions one by one. */
  preset: string
  permissions: string[]
  reach: 'all' | 'some'
  workflows: string[]
  term: string
}

/** Roles that are only for people. */
const onlyPeople = ['auditor', 'viewer']
/** No role is called so: it would not be a slug. */
const single = '*'

/** The roles of a key, and the choice of single permissions. */
function usePresets() {
  const roles = useRoleChoices().filter(({ slug }) => !onlyPeople.includes(slug))
  return [
    ...roles.map(({ slug, name, meaning }) => ({
      id: slug,
      label: meaning ? `${name}: ${meaning}` : name,
    })),
    { id: single, label: 'Choose permissions one by one' },
  ]
}
const modes = [
  { id: 'live', label: 'Live: real connections' },
  { id: 'test', label: 'Test: sandbox connections only' },
]
const reaches = [
  { id: 'all', label: 'Every workflow' },
  { id: 'some', label: 'Only some workflows' },
]

const start: Fields = {
  name: '',
  mode: 'live',
  preset: 'builder',
  permissions: ['workflows:read', 'runs:start', 'runs:read'],
  reach: 'all',
  workflows: [],
  term: '365',
}

const bodyOf = ({ name, mode, preset, permissions, reach, workflows, term }: Fields) => ({
  name,
  mode,
  ...(preset === single ? { permissions } : { role: preset }),
  workflows: reach === 'all' ? null : workflows,
  expiresAt: endOfTerm(term),
})

type Form = UseFormReturn<Fields>

/** What the key may do and touch. */
function Rights({ form }: { form: Form }) {
  const { mode, preset, permissions, reach, workflows } = useWatch({
    control: form.control,
  }) as Fields
  const { errors } = form.formState
  const presets = usePresets()
  return (
    <>
      <LabelledSelect label="Kind" options={modes} {...form.register('mode')} />
      <LabelledSelect
        label="Role"
        options={presets}
        error={errors.permissions?.root ?? errors.preset}
        {...form.register('preset')}
      />
      {preset === single ? (
        <PermissionPicker
          chosen={permissions}
          onChange={(chosen) => form.setValue('permissions', chosen)}
          mode={mode}
          isNarrow={reach === 'some'}
        />
      ) : null}
      <LabelledSelect label="Workflows" options={reaches} {...form.register('reach')} />
      {reach === 'some' ? (
        <WorkflowPicker
          chosen={workflows}
          onChange={(chosen) => form.setValue('workflows', chosen)}
        />
      ) : null}
    </>
  )
}

function KeyForm({ onCreated }: { onCreated(created: CreatedApiKey): void }) {
  const client = useQueryClient()
  const form = useForm<Fields>({ defaultValues: start })
  const create = useMutation({
    mutationFn: (fields: Fields) => call(createApiKeyContract, { body: bodyOf(fields) }),
    onSuccess: (created) => {
      onCreated(created)
      void refresh(client, listApiKeysContract)
    },
    onError: (error) => showRefusal(form.setError, error, { fields: ['name'], otherwise: 'root' }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((fields) => create.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Create an API key</DialogTitle>
        <DialogDescription>
          It acts for this organization, never with more than you may do, and ends with your access
          unless it is handed over.
        </DialogDescription>
      </DialogHeader>
      <TextField
        label="Name"
        help="What uses it, for example “EMR bridge”"
        autoComplete="off"
        error={errors.name}
        {...form.register('name')}
      />
      <Rights form={form} />
      <LabelledSelect
        label="Expires"
        help="You get a mail 14 days before."
        options={terms}
        {...form.register('term')}
      />
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Creating…' : 'Create'}
        </Button>
      </DialogFooter>
    </form>
  )
}

type Props = { open: boolean; onOpenChange(open: boolean): void }

/** Creates a key and shows it once. */
export function CreateKeyDialog({ open, onOpenChange }: Props) {
  const [created, setCreated] = useState<CreatedApiKey>()
  const change = (next: boolean) => {
    onOpenChange(next)
    setCreated(undefined)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent {...(created ? keepOpen : {})}>
        {created ? (
          <KeySecret secret={created.key} onDone={() => change(false)} />
        ) : (
          <KeyForm onCreated={setCreated} />
        )}
      </DialogContent>
    </Dialog>
  )
}
