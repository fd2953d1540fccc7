'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { confirmSessionContract, type OwnSession } from '#lib/contracts/organization/own-session'
import { ApiFailure, call } from '#lib/http/client'
import { leftBecause, ofBrowser, readOwnSession } from './own-session.ts'

type Way = 'password' | 'code'
type Fields = { proof: string }
type Props = {
  /** The person whom the page was made for. */
  personId: string
  /** What the button says, and what it says meanwhile. */
  submit: { label: string; busy: string }
  onProven(session: OwnSession): void
}

const fieldOf = {
  password: { label: 'Password', type: 'password', autoComplete: 'current-password' },
  code: { label: 'Code of your authenticator app', type: 'text', autoComplete: 'one-time-code' },
} as const

function OneWay({ personId, submit, onProven, way }: Props & { way: Way }) {
  const form = useForm<Fields>()
  const prove = useMutation({
    mutationFn: ({ proof }: Fields) =>
      call(confirmSessionContract, { body: { personId, [way]: proof }, headers: ofBrowser }),
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
        {...form.register('proof', { required: `Give your ${way}.` })}
      />
      <Button type="submit" className="w-full" disabled={prove.isPending}>
        {prove.isPending ? submit.busy : submit.label}
      </Button>
    </form>
  )
}

/** The sentence at the field alone, because the form has one field of its own name. */
function withoutPath(error: Error, way: Way): Error {
  const issue = error instanceof ApiFailure && error.issues.find(({ path }) => path === way)
  return issue ? new Error(issue.message) : error
}

/** For people without a password here: they sign in again in a new tab, which this page notices. */
function SignInAgain() {
  return (
    <div className="space-y-3 text-sm">
      <p>Sign in again in a new tab. This page goes on by itself when you have.</p>
      <Button asChild className="w-full">
        <a href="/sign-in?again=1" target="_blank" rel="noreferrer">
          Sign in again
        </a>
      </Button>
    </div>
  )
}

/** Asks the person for their password or the code of their app. */
export function ProveForm(props: Props) {
  const [chosen, choose] = useState<Way>()
  const { data: session } = useQuery({
    queryKey: ['own-session'],
    queryFn: async () => {
      try {
        return await readOwnSession()
      } catch (error) {
        leftBecause(error)
        throw error
      }
    },
    gcTime: 0,
    retry: false,
  })
  const ways = session?.confirmBy ?? { password: true, code: false, passkey: false }
  const usual = ways.password ? 'password' : 'code'
  const way = chosen ?? usual
  if (!ways.password && !ways.code) return <SignInAgain />
  const other: Way = way === 'password' ? 'code' : 'password'
  return (
    <div className="space-y-3">
      <OneWay key={way} {...props} way={way} />
      {ways.password && ways.code ? (
        <Button variant="link" className="w-full" onClick={() => choose(other)}>
          {other === 'code' ? 'Use the code of your app' : 'Use your password'}
        </Button>
      ) : null}
    </div>
  )
}
