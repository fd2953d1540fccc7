'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { deviceZone } from '#components/shared/display/times'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  createOrganizationContract,
  listOrganizationsContract,
} from '#lib/contracts/instance/instance'
import { newOrganizationSchema } from '#schemas/instance/instance'
import { call } from '#lib/http/client'
import { OrganizationDialog } from './organization-dialog.tsx'

type Fields = z.input<typeof newOrganizationSchema>
type Given = z.output<typeof newOrganizationSchema>

const fields = ['name', 'timeZone', 'owner.name', 'owner.email'] as const

function OrganizationFields({ form }: { form: UseFormReturn<Fields, unknown, Given> }) {
  const { errors } = form.formState
  return (
    <>
      <TextField label="Name" autoComplete="off" error={errors.name} {...form.register('name')} />
      <TextField
        label="Time zone"
        autoComplete="off"
        help="Like America/New_York."
        error={errors.timeZone}
        {...form.register('timeZone')}
      />
      <TextField
        label="Name of the first owner"
        autoComplete="off"
        error={errors.owner?.name}
        {...form.register('owner.name')}
      />
      <TextField
        label="E-mail of the first owner"
        type="email"
        autoComplete="off"
        error={errors.owner?.email}
        {...form.register('owner.email')}
      />
    </>
  )
}

/** Creates an organization, and shows the link for its first owner. */
export function CreateOrganization() {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useForm<Fields, unknown, Given>({
    resolver: zodResolver(newOrganizationSchema),
    defaultValues: {
      name: '',
      timeZone: deviceZone(),
      owner: { name: '', email: '' },
    },
  })
  const create = useMutation({
    mutationFn: (body: Given) => call(createOrganizationContract, { body }),
    onSuccess: () => void refresh(client, listOrganizationsContract),
    onError: (error) => showRefusal(form.setError, error, { fields, otherwise: 'name' }),
  })
  const change = (next: boolean) => {
    setOpen(next)
    create.reset()
    form.reset()
  }
  return (
    <OrganizationDialog
      open={open}
      onOpenChange={change}
      trigger={
        <Button>
          <PlusIcon aria-hidden /> Create an organization
        </Button>
      }
      title="Create an organization"
      description="Its first owner gets an invitation. You do not become a member."
      submit={{
        label: create.isPending ? 'Creating…' : 'Create and invite',
        busy: create.isPending,
        onSubmit: () => void form.handleSubmit((given) => create.mutate(given))(),
      }}
      invitation={create.data?.invitation}
    >
      <OrganizationFields form={form} />
    </OrganizationDialog>
  )
}
