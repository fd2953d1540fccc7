'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { createFirstOwnerContract } from '#lib/contracts/organization/sessions'
import { firstStartSchema } from '#schemas/organization/sessions'
import { call } from '#lib/http/client'
import { Refusal } from './refusal.tsx'
import { signInWithPassword } from './request-sign-in.ts'

type Fields = z.infer<typeof firstStartSchema>

const names = ['name', 'email', 'password', 'organizationName', 'setUpToken'] as const

type Props = {
  /** Null when the organization must be created too. */
  organizationName: string | null
  /** Whether the server asks for the set-up token. */
  needsToken: boolean
}

const useCreation = ({ setError }: Pick<UseFormReturn<Fields>, 'setError'>) =>
  useMutation({
    mutationFn: async (fields: Fields) => {
      await call(createFirstOwnerContract, { body: fields })
      const outcome = await signInWithPassword(fields.email, fields.password)
      window.location.assign(outcome === 'signed-in' ? '/' : '/sign-in')
    },
    onError: (error) => showRefusal(setError, error, { fields: names, otherwise: 'root' }),
  })

/** Creates the owner account and signs in with it. */
export function FirstStartForm({ organizationName, needsToken }: Props) {
  const form = useForm<Fields>({
    resolver: zodResolver(firstStartSchema),
    // No default values: they would replace what was typed before the page listened.
  })
  const { errors } = form.formState
  const create = useCreation(form)
  const busy = create.isPending || create.isSuccess
  return (
    <form
      className="space-y-4"
      method="post"
      noValidate
      onSubmit={(event) => void form.handleSubmit((fields) => create.mutate(fields))(event)}
    >
      <Refusal text={errors.root?.message} />
      <TextField
        label="Your name"
        autoComplete="name"
        error={errors.name}
        {...form.register('name')}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        error={errors.email}
        {...form.register('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        help="At least 15 characters. A few words in a row are good."
        error={errors.password}
        {...form.register('password')}
      />
      {organizationName === null ? (
        <TextField
          label="Organization"
          autoComplete="organization"
          error={errors.organizationName}
          {...form.register('organizationName')}
        />
      ) : null}
      {needsToken || errors.setUpToken ? (
        <TextField
          label="Set-up token"
          autoComplete="off"
          spellCheck={false}
          help="From the file set-up-token in the data folder of the server."
          error={errors.setUpToken}
          {...form.register('setUpToken')}
        />
      ) : null}
      <Button type="submit" className="w-full" disabled={busy}>
        {busy ? 'Creating the account…' : 'Create the owner account'}
      </Button>
    </form>
  )
}
