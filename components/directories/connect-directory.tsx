'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { DescribedField } from '#components/shared/fields/described-field'
import { NativeSelect } from '#components/shared/fields/native-select'
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
  createDirectoryContract,
  newDirectorySchema,
  type DirectoryWithToken,
} from '#lib/contracts/organization/directories'
import { call } from '#lib/http/client'
import { keepOpen, ShowToken } from './show-token.tsx'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

type Fields = z.input<typeof newDirectorySchema>
type Given = z.output<typeof newDirectorySchema>

function ConnectForm({ onMade }: { onMade(made: DirectoryWithToken): void }) {
  const kind = useId()
  const form = useForm<Fields, unknown, Given>({
    resolver: zodResolver(newDirectorySchema),
    defaultValues: { name: '', kind: 'scim' },
  })
  const create = useMutation({
    mutationFn: (body: Given) => call(createDirectoryContract, { body }),
    onSuccess: onMade,
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['name', 'kind'], otherwise: 'name' }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((given) => create.mutate(given))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Connect a directory</DialogTitle>
        <DialogDescription>
          You get an address and a token for your identity team. People join as workers; you choose
          the roles of groups afterwards.
        </DialogDescription>
      </DialogHeader>
      <DescribedField id={kind} label="Kind" help={undefined} error={errors.kind}>
        {(described) => (
          <NativeSelect id={kind} {...described} {...form.register('kind')}>
            <option value="scim">SCIM 2.0: Okta, Entra ID, Google, OneLogin, JumpCloud</option>
            <option value="sandbox">Sandbox: invented people, to try it</option>
          </NativeSelect>
        )}
      </DescribedField>
      <TextField
        label="Name"
        help="For example “Okta”"
        autoComplete="off"
        error={errors.name}
        {...form.register('name')}
      />
      <DialogFooter>
        <Button type="submit" disabled={create.isPending}>
          {create.isPending ? 'Connecting…' : 'Connect'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Connects a directory, and shows its address and token once. */
export function ConnectDirectory() {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<DirectoryWithToken>()
  const again = useDirectoryRefresh()
  const change = (next: boolean) => {
    setOpen(next)
    setMade(undefined)
  }
  const onMade = (directory: DirectoryWithToken) => {
    again()
    if (directory.token) setMade(directory)
    else change(false)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <PlusIcon aria-hidden /> Connect a directory
        </Button>
      </DialogTrigger>
      <DialogContent {...(made ? keepOpen : {})}>
        {made ? (
          <ShowToken made={made} onDone={() => change(false)} />
        ) : (
          <ConnectForm onMade={onMade} />
        )}
      </DialogContent>
    </Dialog>
  )
}
