'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import { sendTestMailContract } from '#lib/contracts/organization/mail-sender'
import { call } from '#lib/http/client'

type Fields = { to: string }

/** Sends a mail, and says in a sentence what went wrong. */
export function TestMail() {
  const form = useForm<Fields>({ defaultValues: { to: '' } })
  const test = useMutation({
    mutationFn: (body: Fields) => call(sendTestMailContract, { body }),
    onError: (error) => showRefusal(form.setError, error, { fields: ['to'], otherwise: 'to' }),
  })
  const submit = form.handleSubmit((fields) => test.mutate(fields))
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Send a test to"
        type="email"
        autoComplete="email"
        placeholder="you@example.com"
        error={form.formState.errors.to}
        {...form.register('to')}
      />
      <Button type="submit" variant="outline" disabled={test.isPending}>
        {test.isPending ? 'Sending…' : 'Send a test'}
      </Button>
      {test.data && !test.isPending ? (
        <Alert variant={test.data.sent ? 'default' : 'destructive'}>
          <AlertTitle>{test.data.sent ? 'It was sent' : 'It was not sent'}</AlertTitle>
          <AlertDescription className="break-words">{test.data.message}</AlertDescription>
        </Alert>
      ) : null}
    </form>
  )
}
