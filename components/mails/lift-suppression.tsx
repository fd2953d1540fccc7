'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import type { z } from 'zod'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { TextAreaField } from '#components/shared/fields/text-area-field'
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
  liftSuppressionContract,
  listSuppressedAddressesContract,
  type SuppressedAddress,
} from '#lib/contracts/runs/mails'
import { liftSuppressionSchema } from '#schemas/runs/mails'
import { call } from '#lib/http/client'

type Fields = z.infer<typeof liftSuppressionSchema>

function Form({ entry, onDone }: { entry: SuppressedAddress; onDone(): void }) {
  const client = useQueryClient()
  const form = useForm<Fields>({
    resolver: zodResolver(liftSuppressionSchema),
    defaultValues: { reason: '' },
  })
  const lift = useMutation({
    mutationFn: (body: Fields) => call(liftSuppressionContract, { params: { id: entry.id }, body }),
    onSuccess: async () => {
      toast.success(`Mails go to ${entry.address} again.`)
      onDone()
      await refresh(client, listSuppressedAddressesContract)
    },
    onError: (error) =>
      showRefusal(form.setError, error, { fields: ['reason'], otherwise: 'reason' }),
  })
  const submit = form.handleSubmit((fields) => lift.mutate(fields))
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <TextAreaField
        label="Why"
        help="It is written to the audit log."
        rows={3}
        error={form.formState.errors.reason}
        {...form.register('reason')}
      />
      <DialogFooter>
        <Button type="submit" disabled={lift.isPending}>
          {lift.isPending ? 'Lifting…' : 'Send mails again'}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Lets mails go to an address again, for a reason. */
export function LiftSuppression({ entry }: { entry: SuppressedAddress }) {
  const [open, setOpen] = useState(false)
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="outline" size="sm">
          Lift<span className="sr-only"> for {entry.address}</span>
        </Button>
      </DialogTrigger>
      <DialogContent>
        <DialogHeader>
          <DialogTitle className="break-all">Send mails to {entry.address} again?</DialogTitle>
          <DialogDescription>
            {entry.reason === 'bounced'
              ? 'Do it when the address works again. If the next mail bounces, the address comes back here.'
              : 'Do it when the person asked for your mails. Another complaint brings the address back here.'}
          </DialogDescription>
        </DialogHeader>
        <Form entry={entry} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}
