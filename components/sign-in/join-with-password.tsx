'use client'

import { useState, type FormEvent } from 'react'
import { TextField } from '#components/shared/text-field'
import { Alert, AlertDescription } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { acceptInvitationContract } from '#lib/contracts/members'
import type { Issue } from '#lib/domain/issue'
import { ApiFailure, call } from '#lib/http/client'
import { signInWithPassword } from './request-sign-in.ts'

type Props = {
  account: 'new' | 'existing'
  token: string
  organization: string
  name: string
  email: string
}

/** Accepts with the password of an account that exists, or of one that is made here. */
export function JoinWithPassword({ account, token, organization, name, email }: Props) {
  const [refusal, setRefusal] = useState<string>()
  const [issues, setIssues] = useState<Issue[]>([])
  const [busy, setBusy] = useState(false)
  const isNew = account === 'new'
  const submit = async (fields: FormData) => {
    const password = String(fields.get('password'))
    setBusy(true)
    setRefusal(undefined)
    setIssues([])
    try {
      const body = isNew
        ? { account: 'new' as const, name: String(fields.get('name')), password }
        : { account: 'existing' as const, password }
      await call(acceptInvitationContract, { params: { token }, body })
      const refused = await signInWithPassword(email, password)
      window.location.assign(refused ? '/sign-in' : '/')
    } catch (error) {
      const atFault = error instanceof ApiFailure ? error.issues : []
      if (atFault.length > 0) setIssues(atFault)
      else setRefusal(error instanceof Error ? error.message : 'That did not work. Try again.')
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(new FormData(event.currentTarget))
  }
  const errorOf = (field: string) => {
    const issue = issues.find(({ path }) => path === field)
    return issue && { type: 'server', message: issue.message }
  }
  return (
    <form className="space-y-4" method="post" onSubmit={onSubmit}>
      {refusal ? (
        <Alert variant="destructive">
          <AlertDescription>{refusal}</AlertDescription>
        </Alert>
      ) : null}
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        readOnly
        value={email}
      />
      {isNew ? (
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          defaultValue={name}
          required
          maxLength={100}
          error={errorOf('name')}
        />
      ) : null}
      <TextField
        label={isNew ? 'Choose a password' : 'Password'}
        type="password"
        name="password"
        required
        error={errorOf('password')}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        {...(isNew ? { minLength: 12, help: 'At least 12 characters; only you know it.' } : {})}
      />
      <Button type="submit" className="w-full" disabled={busy}>
        {busy ? 'Joining…' : isNew ? 'Make the account and join' : 'Sign in and join'}
        <span className="sr-only"> {organization}</span>
      </Button>
    </form>
  )
}
