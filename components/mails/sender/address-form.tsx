'use client'

import { useForm } from 'react-hook-form'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import type { MailSenderView } from '#lib/contracts/organization/mail-sender'
import { useSenderChange } from './use-sender.ts'

type Fields = { name: string; address: string; replyTo: string }

const fieldsOf = ({ name, address, replyTo }: MailSenderView): Fields => ({
  name: name ?? '',
  address: address ?? '',
  replyTo: replyTo ?? '',
})

/** An empty field means none. */
const orNull = (text: string): string | null => text.trim() || null

function helpOfAddress({ address, sendsFromAddress }: MailSenderView): string {
  if (address === null) return 'Without it mails come from the address of this installation.'
  return sendsFromAddress
    ? 'Mails are sent from it.'
    : 'Answers go to it. Mails are sent from it once its domain is proven (Settings, Single sign-on), or by your own mail server.'
}

/** The name, the address and where answers go. */
export function AddressForm({ sender }: { sender: MailSenderView }) {
  const form = useForm<Fields>({ defaultValues: fieldsOf(sender) })
  const change = useSenderChange({
    onSaved: (saved) => form.reset(fieldsOf(saved)),
    onRefused: (error) =>
      showRefusal(form.setError, error, {
        fields: ['name', 'address', 'replyTo'],
        otherwise: 'address',
      }),
  })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit(({ name, address, replyTo }) =>
    change.mutate({ name: orNull(name), address: orNull(address), replyTo: orNull(replyTo) }),
  )
  return (
    <form className="max-w-md space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label="Name that signs mails"
        autoComplete="off"
        help="Like “Intake team, Mercy Clinic”. Empty: mails carry the organization’s name and no signature."
        error={errors.name}
        {...form.register('name')}
      />
      <TextField
        label="Address"
        type="email"
        autoComplete="off"
        help={helpOfAddress(sender)}
        error={errors.address}
        {...form.register('address')}
      />
      <TextField
        label="Answers to"
        type="email"
        autoComplete="off"
        help="Empty: answers go to the address."
        error={errors.replyTo}
        {...form.register('replyTo')}
      />
      <Button type="submit" disabled={!isDirty || change.isPending}>
        {change.isPending ? 'Saving…' : 'Save'}
      </Button>
    </form>
  )
}
