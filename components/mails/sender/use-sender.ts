import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import type { z } from 'zod'
import { queryOf } from '#components/shared/loading/queries'
import {
  changeMailSenderContract,
  getMailSenderContract,
  type changeMailSenderSchema,
  type MailSenderView,
} from '#lib/contracts/organization/mail-sender'
import { call } from '#lib/http/client'

export type SenderChange = z.input<typeof changeMailSenderSchema>

type Ends = { onSaved?(saved: MailSenderView): void; onRefused(error: Error): void }

/** Changes the sender; what is shown of it changes with the answer. */
export function useSenderChange({ onSaved, onRefused }: Ends) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SenderChange) => call(changeMailSenderContract, { body }),
    onSuccess: (saved) => {
      client.setQueryData(queryOf(getMailSenderContract).queryKey, saved)
      toast.success('Saved.')
      onSaved?.(saved)
    },
    onError: onRefused,
  })
}
