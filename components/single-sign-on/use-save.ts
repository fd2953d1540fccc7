import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { getSingleSignOnContract } from '#lib/contracts/organization/single-sign-on'

/** Saves a form of single sign-on; its refusal stays in the form. */
export function useSave<Input>(save: (input: Input) => Promise<unknown>, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await refresh(client, getSingleSignOnContract)
      toast.success('Saved.')
      onSaved()
    },
  })
}
