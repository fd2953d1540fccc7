'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { refresh } from '#components/shared/loading/queries'
import { getMemberContract, listMembersContract } from '#lib/contracts/organization/members'

/** A change of a member: shows a refusal, and reads the member and the list again. */
export function useMemberChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => {
      void refresh(client, getMemberContract)
      void refresh(client, listMembersContract)
    },
  })
}
