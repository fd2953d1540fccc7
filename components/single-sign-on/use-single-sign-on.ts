import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { getSingleSignOnContract } from '#lib/contracts/organization/single-sign-on'

/** A change of the settings of single sign-on: what the page shows is read again after it. */
export function useChange<Input>(change: (input: Input) => Promise<unknown>, done?: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: () => {
      if (done) toast.success(done)
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, getSingleSignOnContract),
  })
}
