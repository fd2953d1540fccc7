'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { RoleField } from '#components/roles/role-field'
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
  addMemberContract,
  listInvitationsContract,
  type InvitationWithLink,
} from '#lib/contracts/organization/members'
import { newMemberSchema } from '#schemas/organization/members'
import { call } from '#lib/http/client'
import { InvitationLink } from './invitation-link.tsx'

type Fields = z.input<typeof newMemberSchema>
type Member = z.output<typeof newMemberSchema>

function MemberForm({ onInvited }: { onInvited(invitation: InvitationWithLink): void }) {
  const client = useQueryClient()
  const form = useForm<Fields, unknown, Member>({
    resolver: zodResolver(newMemberSchema),
    defaultValues: { name: '', email: '', role: 'worker' },
  })
  const add = useMutation({
    mutationFn: (member: Member) => call(addMemberContract, { body: member }),
    onSuccess: (invitation) => {
      onInvited(invitation)
      void refresh(client, listInvitationsContract)
    },
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['name', 'email', 'role'], otherwise: 'email' }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((member) => add.mutate(member))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Add a member</DialogTitle>
        <DialogDescription>
          They get a mail with a link, and you get the link to hand over. They become a member when
          they accept it.
        </DialogDescription>
      </DialogHeader>
      <TextField label="Name" autoComplete="off" error={errors.name} {...form.register('name')} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="off"
        error={errors.email}
        help="The address that they sign in with."
        {...form.register('email')}
      />
      <RoleField error={errors.role} {...form.register('role')} />
      <DialogFooter>
        <Button type="submit" disabled={add.isPending}>
          {add.isPending ? 'Making the link…' : 'Create the link'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Invites a person, and shows the link to hand to them. */
export function AddMember() {
  const [open, setOpen] = useState(false)
  const [invitation, setInvitation] = useState<InvitationWithLink>()
  const change = (next: boolean) => {
    setOpen(next)
    setInvitation(undefined)
  }
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <UserPlusIcon aria-hidden /> Add member
        </Button>
      </DialogTrigger>
      <DialogContent>
        {invitation ? (
          <>
            <InvitationLink invitation={invitation} />
            <DialogFooter>
              <Button onClick={() => change(false)}>Done</Button>
            </DialogFooter>
          </>
        ) : (
          <MemberForm onInvited={setInvitation} />
        )}
      </DialogContent>
    </Dialog>
  )
}
