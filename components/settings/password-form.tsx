'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { changePasswordContract } from '#lib/contracts/organization/sessions'
import { changePasswordSchema } from '#schemas/organization/sessions'
import { call } from '#lib/http/client'

type Passwords = z.infer<typeof changePasswordSchema>
const empty: Passwords = { currentPassword: '', newPassword: '' }

/** Changes one's own password. */
export function PasswordForm() {
  // No default values, because they would replace input from before hydration.
  const form = useForm<Passwords>({ resolver: zodResolver(changePasswordSchema) })
  const change = useMutation({
    mutationFn: (passwords: Passwords) => call(changePasswordContract, { body: passwords }),
    onSuccess: () => {
      form.reset(empty)
      toast.success('Your password is changed. Your other sessions are signed out.')
    },
    onError: (error) =>
      showRefusal(form.setError, error, {
        fields: ['currentPassword', 'newPassword'],
        otherwise: 'currentPassword',
      }),
  })
  const { errors } = form.formState
  return (
    <form
      className="max-w-md space-y-4"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((passwords) => change.mutate(passwords))(event)}
    >
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.currentPassword}
        {...form.register('currentPassword')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        help="At least 15 characters; 12 with a second factor. A few words in a row are good."
        error={errors.newPassword}
        {...form.register('newPassword')}
      />
      <Button type="submit" disabled={change.isPending}>
        {change.isPending ? 'Changing…' : 'Change password'}
      </Button>
    </form>
  )
}
