'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type FieldErrors } from 'react-hook-form'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { acceptInvitationContract } from '#lib/contracts/organization/members'
import { acceptInvitationSchema } from '#schemas/organization/members'
import { call } from '#lib/http/client'
import { Refusal } from './refusal.tsx'
import { signInWithPassword } from './request-sign-in.ts'

type Fields = z.input<typeof acceptInvitationSchema>
type Accepted = z.output<typeof acceptInvitationSchema>

type Props = {
  account: Fields['account']
  token: string
  organization: string
  name: string
  email: string
}

const texts = {
  new: {
    label: 'Choose a password',
    autoComplete: 'new-password',
    help: 'At least 15 characters, such as a few words; only you know it.',
    submit: 'Create the account and join',
  },
  existing: {
    label: 'Password',
    autoComplete: 'current-password',
    help: '',
    submit: 'Sign in and join',
  },
}

/** Accepts with the password of an existing account, or of one that is created here. */
export function JoinWithPassword({ account, token, organization, name, email }: Props) {
  // No default values, because they would replace input from before hydration.
  const form = useForm<Fields, unknown, Accepted>({ resolver: zodResolver(acceptInvitationSchema) })
  const { isSubmitting, isSubmitSuccessful } = form.formState
  // Only one of the two kinds of account has a name.
  const errors: FieldErrors<{ name: string; password: string }> = form.formState.errors
  const join = async (body: Accepted) => {
    try {
      const accepted = await call(acceptInvitationContract, { params: { token }, body })
      // The sign-in page asks for the second factor; they are a member when it was shown.
      if ('step' in accepted) return window.location.assign('/sign-in')
      const outcome = await signInWithPassword(email, body.password)
      window.location.assign(outcome === 'signed-in' ? '/' : '/sign-in')
    } catch (error) {
      const places = { fields: ['name', 'password'], otherwise: 'root' } as const
      showRefusal(form.setError, error as Error, places)
    }
  }
  const { label, autoComplete, help, submit } = texts[account]
  const busy = isSubmitting || isSubmitSuccessful
  return (
    <form
      className="space-y-4"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit(join)(event)}
    >
      <Refusal text={errors.root?.message} />
      <input type="hidden" value={account} {...form.register('account')} />
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        readOnly
        value={email}
      />
      {account === 'new' ? (
        <TextField
          label="Your name"
          autoComplete="name"
          defaultValue={name}
          maxLength={100}
          error={errors.name}
          {...form.register('name')}
        />
      ) : null}
      <TextField
        label={label}
        type="password"
        autoComplete={autoComplete}
        help={help}
        error={errors.password}
        {...form.register('password')}
      />
      <Button type="submit" className="w-full" disabled={busy}>
        {busy ? 'Joining…' : submit}
        <span className="sr-only"> {organization}</span>
      </Button>
    </form>
  )
}
