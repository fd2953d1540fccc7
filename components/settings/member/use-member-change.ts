'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import { refresh } from '#components/shared/loading/queries'
import { listApiKeysContract } from '#lib/contracts/organization/api-keys'
import {
  getMemberAccessContract,
  getMemberContract,
  listMembersContract,
} from '#lib/contracts/organization/members'
import { listMemberSessionsContract } from '#lib/contracts/organization/sessions'

const ofMember = [
  getMemberContract,
  getMemberAccessContract,
  listMemberSessionsContract,
  listApiKeysContract,
  listMembersContract,
]

/** A change of a member: shows a refusal, and reads again what is shown of the member. */
export function useMemberChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => void refresh(client, ...ofMember),
  })
}
