'use client'

import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { CopyField } from '#components/settings/copy-field'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import {
  setDirectoryWebhookSecretContract,
  type DirectoryView,
} from '#lib/contracts/organization/directories'
import { call } from '#lib/http/client'
import { useDirectoryRefresh } from './use-directory-refresh.ts'

function SecretForm({ directory, isSet }: { directory: DirectoryView; isSet: boolean }) {
  const again = useDirectoryRefresh()
  const form = useForm({ defaultValues: { secret: '' } })
  const save = useMutation({
    mutationFn: ({ secret }: { secret: string }) =>
      call(setDirectoryWebhookSecretContract, { params: { id: directory.id }, body: { secret } }),
    onSuccess: () => {
      form.reset()
      toast.success('The signing secret is stored.')
      again()
    },
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['secret'], otherwise: 'secret' }),
  })
  const submit = form.handleSubmit((given) => save.mutate(given))
  return (
    <form className="space-y-2 sm:max-w-lg" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={isSet ? 'Another signing secret' : 'Signing secret'}
        type="password"
        autoComplete="off"
        help={isSet ? 'One is stored; it is never shown.' : 'WorkOS shows it beside the endpoint.'}
        error={form.formState.errors.secret}
        {...form.register('secret')}
      />
      <Button type="submit" size="sm" variant="outline" disabled={save.isPending}>
        Store the secret
      </Button>
    </form>
  )
}

/** The webhook of a directory that is read: with it a change arrives within seconds. */
export function WebhookSetup({ directory }: { directory: DirectoryView }) {
  const { read } = directory
  if (!read) return null
  return (
    <div className="space-y-3">
      <h4 className="text-sm font-semibold">Webhook: changes within seconds</h4>
      <p className="text-sm text-muted-foreground">
        Without it, WorkOS is asked for changes every minute, and everything is compared once a day.
      </p>
      <ol className="list-decimal space-y-3 pl-5 text-sm">
        <li className="space-y-1.5">
          <p>In the WorkOS dashboard, under Webhooks, create an endpoint with this address:</p>
          <CopyField value={read.webhook.address} label="Webhook address" />
        </li>
        <li>Choose all events that begin with dsync.</li>
        <li>
          <SecretForm directory={directory} isSet={read.webhook.isSigned} />
        </li>
      </ol>
    </div>
  )
}
