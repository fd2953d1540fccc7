'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheckIcon, CircleDashedIcon, Trash2Icon } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { CopyField } from '#components/settings/copy-field'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { Pill } from '#components/shared/display/pill'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  createDkimKeyContract,
  deleteDkimKeyContract,
  getMailSenderContract,
  type DkimKeyView,
  type MailSenderView,
} from '#lib/contracts/organization/mail-sender'
import { call } from '#lib/http/client'

function Key({ dkim }: { dkim: DkimKeyView }) {
  const { id, domain, selector, recordName, record, verifiedAt } = dkim
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => call(deleteDkimKeyContract, { params: { id } }),
    onSuccess: () => toast.success('The key is deleted.'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, getMailSenderContract),
  })
  return (
    <li className="space-y-3 rounded-lg border bg-card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 basis-40 font-medium break-words">{domain}</span>
        {verifiedAt ? (
          <Pill icon={CircleCheckIcon} tone="good" label="Signs mails" />
        ) : (
          <Pill icon={CircleDashedIcon} tone="waiting" label="Record not seen yet" />
        )}
      </div>
      {verifiedAt ? null : (
        <p className="text-sm text-muted-foreground">
          Enter this TXT record at the name server of your domain, then check the records below.
        </p>
      )}
      <CopyField value={recordName} label={`Name of the TXT record ${selector}`} />
      <CopyField value={record} label={`Text of the TXT record ${selector}`} />
      <ConfirmButton
        icon={Trash2Icon}
        label="Delete key"
        about={selector}
        title={`Delete the key of ${domain}?`}
        description="Mails are no longer signed with it. You can make a new key at any time."
        confirm="Delete key"
        keep="Keep it"
        onConfirm={() => remove.mutate()}
      />
    </li>
  )
}

type Fields = { domain: string }

/** The keys that sign mails, with their DNS records, and a new one. */
export function DkimKeys({ sender }: { sender: MailSenderView }) {
  const client = useQueryClient()
  const form = useForm<Fields>({
    defaultValues: { domain: sender.address?.split('@').at(-1) ?? '' },
  })
  const create = useMutation({
    mutationFn: (body: Fields) => call(createDkimKeyContract, { body }),
    onSuccess: async () => await refresh(client, getMailSenderContract),
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['domain'], otherwise: 'domain' }),
  })
  const submit = form.handleSubmit((fields) => create.mutate(fields))
  return (
    <div className="max-w-2xl space-y-4">
      {sender.dkim.length > 0 ? (
        <ul className="space-y-3">
          {sender.dkim.map((dkim) => (
            <Key key={dkim.id} dkim={dkim} />
          ))}
        </ul>
      ) : null}
      <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Domain"
          autoComplete="off"
          placeholder="example.com"
          help="That of your address, or one above it."
          error={form.formState.errors.domain}
          {...form.register('domain')}
        />
        <Button type="submit" variant="outline" disabled={create.isPending}>
          {create.isPending ? 'Making the key…' : 'Make a key'}
        </Button>
      </form>
    </div>
  )
}
