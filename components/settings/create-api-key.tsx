'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#components/ui/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/dialog'
import { refresh } from '#components/shared/queries'
import {
  createApiKeyContract,
  listApiKeysContract,
  newApiKeySchema,
  type CreatedApiKey,
} from '#lib/contracts/api-keys'
import { call } from '#lib/http/client'
import { CopyField } from './copy-field.tsx'
import { RoleField } from './role-field.tsx'
import { TextField } from '#components/shared/text-field'

type Fields = z.input<typeof newApiKeySchema>

function Created({ created }: { created: CreatedApiKey }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>Copy the key now</DialogTitle>
        <DialogDescription>
          This is the only time it is shown. Rounds keeps only a fingerprint of it.
        </DialogDescription>
      </DialogHeader>
      <CopyField value={created.key} label="The new API key" />
    </>
  )
}

const stay = (event: Event) => event.preventDefault()
/** A key is shown this once: only its button closes the dialog. */
const keepOpen = { onEscapeKeyDown: stay, onInteractOutside: stay }

/** Makes a key and shows it this once. */
export function CreateApiKey() {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useForm<Fields, unknown, z.output<typeof newApiKeySchema>>({
    resolver: zodResolver(newApiKeySchema),
    defaultValues: { name: '', role: 'builder' },
  })
  const create = useMutation({
    mutationFn: (fields: z.output<typeof newApiKeySchema>) =>
      call(createApiKeyContract, { body: fields }),
    onSuccess: () => void refresh(client, listApiKeysContract),
    onError: (error) => form.setError('name', { message: error.message }),
  })
  const change = (next: boolean) => {
    setOpen(next)
    if (next) return
    form.reset()
    create.reset()
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <PlusIcon aria-hidden /> Create API key
        </Button>
      </DialogTrigger>
      <DialogContent {...(create.data ? keepOpen : {})}>
        {create.data ? (
          <>
            <Created created={create.data} />
            <DialogFooter>
              <Button onClick={() => change(false)}>I have copied it</Button>
            </DialogFooter>
          </>
        ) : (
          <form
            className="space-y-4"
            noValidate
            onSubmit={(event) => void form.handleSubmit((fields) => create.mutate(fields))(event)}
          >
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
              error={form.formState.errors.name}
              {...form.register('name')}
            />
            <RoleField {...form.register('role')} />
            <DialogFooter>
              <Button type="submit" disabled={create.isPending}>
                {create.isPending ? 'Creating…' : 'Create'}
              </Button>
            </DialogFooter>
          </form>
        )}
      </DialogContent>
    </Dialog>
  )
}
