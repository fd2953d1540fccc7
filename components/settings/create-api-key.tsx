'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { refresh } from '#components/shared/loading/queries'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import {
  createApiKeyContract,
  listApiKeysContract,
  newApiKeySchema,
  type CreatedApiKey,
} from '#lib/contracts/organization/api-keys'
import { call } from '#lib/http/client'
import { CopyField } from './copy-field.tsx'
import { RoleField } from './role-field.tsx'

type Fields = z.input<typeof newApiKeySchema>
type NewKey = z.output<typeof newApiKeySchema>

function KeyForm({ onCreated }: { onCreated(created: CreatedApiKey): void }) {
  const client = useQueryClient()
  const form = useForm<Fields, unknown, NewKey>({
    resolver: zodResolver(newApiKeySchema),
    defaultValues: { name: '', role: 'builder' },
  })
  const create = useMutation({
    mutationFn: (key: NewKey) => call(createApiKeyContract, { body: key }),
    onSuccess: (created) => {
      onCreated(created)
      void refresh(client, listApiKeysContract)
    },
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['name', 'role'], otherwise: 'name' }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((key) => create.mutate(key))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Create an API key</DialogTitle>
        <DialogDescription>
          It acts for this organization with the role you give it.
        </DialogDescription>
      </DialogHeader>
      <TextField
        label="Name"
        help="What uses it, for example “EMR bridge”"
        autoComplete="off"
        error={errors.name}
        {...form.register('name')}
      />
      <RoleField error={errors.role} {...form.register('role')} />
      <DialogFooter>
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Creating…' : 'Create'}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Created({ created, onDone }: { created: CreatedApiKey; onDone(): void }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>Copy the key now</DialogTitle>
        <DialogDescription>
          This is the only time it is shown. Rounds stores only a fingerprint of it.
        </DialogDescription>
      </DialogHeader>
      <CopyField value={created.key} label="The new API key" />
      <DialogFooter>
        <Button onClick={onDone}>I have copied it</Button>
      </DialogFooter>
    </>
  )
}

const stay = (event: Event) => event.preventDefault()
/** A key is shown only once, so only its button closes the dialog. */
const keepOpen = { onEscapeKeyDown: stay, onInteractOutside: stay }

/** Creates a key and shows it once. */
export function CreateApiKey() {
  const [open, setOpen] = useState(false)
  const [created, setCreated] = useState<CreatedApiKey>()
  const change = (next: boolean) => {
    setOpen(next)
    setCreated(undefined)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <PlusIcon aria-hidden /> Create API key
        </Button>
      </DialogTrigger>
      <DialogContent {...(created ? keepOpen : {})}>
        {created ? (
          <Created created={created} onDone={() => change(false)} />
        ) : (
          <KeyForm onCreated={setCreated} />
        )}
      </DialogContent>
    </Dialog>
  )
}
