'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlusIcon } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from 'sonner'
import type { z } from 'zod'
import { Button } from '#components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle, DialogTrigger } from '#components/ui/dialog'
import { addMemberContract, newMemberSchema } from '#lib/contracts/members'
import { call } from '#lib/http/client'
import { RoleField } from './role-field.tsx'
import { TextField } from './text-field.tsx'

type Fields = z.input<typeof newMemberSchema>
type Member = z.output<typeof newMemberSchema>

/** Adds a person, with a first password or for single sign-on. */
export function AddMember() {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const form = useForm<Fields, unknown, Member>({ resolver: zodResolver(newMemberSchema), defaultValues: { name: '', email: '', role: 'worker' } })
  const add = useMutation({
    mutationFn: (member: Member) => call(addMemberContract, { body: member }),
    onSuccess: (_answer, member) => {
      change(false)
      toast.success(`${member.name} is a member now.`)
      void client.invalidateQueries({ queryKey: ['members'] })
    },
    onError: (error) => form.setError('email', { message: error.message }),
  })
  function change(next: boolean) {
    setOpen(next)
    if (!next) form.reset()
  }
  const { errors } = form.formState
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild><Button><UserPlusIcon aria-hidden /> Add member</Button></DialogTrigger>
      <DialogContent>
        <form className="space-y-4" noValidate onSubmit={(event) => void form.handleSubmit((member) => add.mutate(member))(event)}>
          <DialogHeader>
            <DialogTitle>Add a member</DialogTitle>
            <DialogDescription>They sign in with this e-mail address.</DialogDescription>
          </DialogHeader>
          <TextField label="Name" autoComplete="off" error={errors.name} {...form.register('name')} />
          <TextField label="E-mail" type="email" autoComplete="off" error={errors.email} {...form.register('email')} />
          <RoleField {...form.register('role')} />
          <TextField label="First password" type="password" autoComplete="new-password" help="At least 12 characters; they can change it. Leave it empty for single sign-on."
            error={errors.password} {...form.register('password', { setValueAs: (value: string | undefined) => (value === '' ? undefined : value) })} />
          <DialogFooter><Button type="submit" disabled={add.isPending}>{add.isPending ? 'Adding…' : 'Add'}</Button></DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  )
}
