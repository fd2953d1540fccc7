'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { confirmSessionContract, type OwnSession } from '#lib/contracts/organization/own-session'
import { ApiFailure, call } from '#lib/http/client'
import { leftBecause, ofBrowser } from './own-session.ts'

/** What a person types to show that it is them. */
export type TextWay = 'password' | 'code' | 'recoveryCode'

export type ProveProps = {
  /** The person whom the page was made for. */
  personId: string
  /** What the button says, and what it says meanwhile. */
  submit: { label: string; busy: string }
  onProven(session: OwnSession): void
}

type Fields = { proof: string }

const fieldOf = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  code: {
    label: 'Code of your authenticator app',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
  recoveryCode: { label: 'Recovery code', autoComplete: 'off', help: 'It works once.' },
} as const
const missing = {
  password: 'Give your password.',
  code: 'Give the code of your app.',
  recoveryCode: 'Give one of your recovery codes.',
}
/** How each is sent. */
const partOf = { password: 'password', code: 'code', recoveryCode: 'code' } as const

/** The sentence at the field alone, because the form has one field of its own name. */
function withoutPath(error: Error, way: TextWay): Error {
  const issue = error instanceof ApiFailure && error.issues.find(({ path }) => path === partOf[way])
  return issue ? new Error(issue.message) : error
}

/** Asks the person for a password or a code. */
export function ProveByText({ personId, submit, onProven, way }: ProveProps & { way: TextWay }) {
  const form = useForm<Fields>()
  const prove = useMutation({
    mutationFn: ({ proof }: Fields) =>
      call(confirmSessionContract, {
        body: { personId, [partOf[way]]: proof },
        headers: ofBrowser,
      }),
    onSuccess: onProven,
    onError: (error) => {
      if (leftBecause(error)) return
      showRefusal(form.setError, withoutPath(error, way), { fields: ['proof'], otherwise: 'proof' })
    },
  })
  return (
    <form
      className="space-y-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.stopPropagation()
        void form.handleSubmit((fields) => prove.mutate(fields))(event)
      }}
    >
      <TextField
        {...fieldOf[way]}
        autoFocus
        error={form.formState.errors.proof}
        {...form.register('proof', { required: missing[way] })}
      />
      <Button type="submit" className="w-full" disabled={prove.isPending}>
        {prove.isPending ? submit.busy : submit.label}
      </Button>
    </form>
  )
}
