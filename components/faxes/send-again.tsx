'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SendIcon } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextField } from '#components/shared/fields/text-field'
import { refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
  DialogTrigger,
} from '#components/ui/overlay/dialog'
import {
  listFaxesContract,
  sendFaxAgainContract,
  type FaxPage,
} from '#lib/contracts/integrations/faxes'
import { call } from '#lib/http/client'
import { dialable } from './fax-number.ts'

/** What the sender should know before the same pages go out a second time. */
const warnings: Partial<Record<FaxPage['status'], string>> = {
  delivered: 'It was delivered: the recipient gets its pages a second time. ',
  unknown:
    'Nobody knows whether the provider took it. Look into its dashboard first: else the recipient ' +
    'may get it twice. ',
}

function Form({ fax }: { fax: FaxPage }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({ defaultValues: { to: fax.number ?? '' } })
  const send = useMutation({
    mutationFn: ({ to }: { to: string }) =>
      call(sendFaxAgainContract, {
        params: { faxId: fax.faxId },
        body: dialable(to) === fax.number ? {} : { to: dialable(to) },
      }),
    onSuccess: ({ faxId }) => {
      toast.success('The fax is on its way.')
      void refresh(client, listFaxesContract)
      router.push(`/faxes/${faxId}`)
    },
    onError: (error) => showRefusal(form.setError, error, { fields: ['to'], otherwise: 'root' }),
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((fields) => send.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <DialogHeader>
        <DialogTitle>Send this fax again?</DialogTitle>
        <DialogDescription>
          {warnings[fax.status] ?? ''}
          The same pages are sent as a new fax
          {fax.cover ? ', with a cover page of today' : ''}. Its run does not go on by it: where
          later steps are needed, run its step again instead.
        </DialogDescription>
      </DialogHeader>
      <TextField
        label="To"
        help="Correct the number here when it was wrong"
        type="tel"
        autoComplete="off"
        error={errors.to}
        {...form.register('to')}
      />
      {errors.root ? (
        <p role="alert" className="text-sm text-destructive">
          {errors.root.message}
        </p>
      ) : null}
      <DialogFooter>
        <Button type="submit" disabled={send.isPending}>
          {send.isPending ? 'Sending…' : 'Send again'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Sends a fax again, also to a corrected number. */
export function SendAgain({ fax }: { fax: FaxPage }) {
  const [open, setOpen] = useState(false)
  const isMain = fax.status !== 'delivered'
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant={isMain ? 'default' : 'outline'}>
          <SendIcon aria-hidden /> Send again
        </Button>
      </DialogTrigger>
      <DialogContent>
        <Form fax={fax} />
      </DialogContent>
    </Dialog>
  )
}
