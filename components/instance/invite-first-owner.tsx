'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  inviteFirstOwnerContract,
  listOrganizationsContract,
  type OrganizationView,
} from '#lib/contracts/instance/instance'
import { firstOwnerSchema } from '#schemas/instance/instance'
import { call } from '#lib/http/client'
import { OrganizationDialog } from './organization-dialog.tsx'

type Fields = z.input<typeof firstOwnerSchema>
type Given = z.output<typeof firstOwnerSchema>

/** Invites the first owner again, or somebody else; the former link stops. */
export function InviteFirstOwner({ organization }: { organization: OrganizationView }) {
  const { id, name } = organization
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useForm<Fields, unknown, Given>({
    resolver: zodResolver(firstOwnerSchema),
    defaultValues: { name: '', email: '' },
  })
  const invite = useMutation({
    mutationFn: (body: Given) => call(inviteFirstOwnerContract, { params: { id }, body }),
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['name', 'email'], otherwise: 'email' }),
    onSettled: () => void refresh(client, listOrganizationsContract),
  })
  const { errors } = form.formState
  return (
    <OrganizationDialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        invite.reset()
        form.reset()
      }}
      trigger={
        <Button variant="outline" size="sm">
          Invite owner <span className="sr-only">of {name}</span>
        </Button>
      }
      title={`Invite the first owner of ${name}`}
      description="A link that was sent before stops working."
      submit={{
        label: invite.isPending ? 'Inviting…' : 'Invite',
        busy: invite.isPending,
        onSubmit: () => void form.handleSubmit((given) => invite.mutate(given))(),
      }}
      invitation={invite.data}
    >
      <TextField label="Name" autoComplete="off" error={errors.name} {...form.register('name')} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        error={errors.email}
        {...form.register('email')}
      />
    </OrganizationDialog>
  )
}
