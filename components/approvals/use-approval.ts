'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  getApprovalContract,
  getApprovalRequestContract,
  withdrawApprovalContract,
} from '#lib/contracts/workflows/approvals'
import { call } from '#lib/http/client'

/** How often a page asks what others did: decided, withdrew, asked themselves, or changed a rule. */
const waitsMs = 5000

/**
 * Whether publishing needs an approval, and the newest request; read again while it does.
 * `enabled` false waits, for one: saving a draft makes the approval of the draft before void.
 */
export const useApproval = (workflowId: string, { enabled = true } = {}) =>
  useQuery({
    ...queryOf(getApprovalContract, { params: { id: workflowId } }),
    enabled,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.needed ? waitsMs : false),
  })

/** Reads what is known of approvals again. */
export function useApprovalRefresh(): () => Promise<unknown> {
  const client = useQueryClient()
  return async () => await refresh(client, getApprovalContract, getApprovalRequestContract)
}

/** Withdraws a request. */
export function useWithdrawal(workflowId: string) {
  const readAgain = useApprovalRefresh()
  return useMutation({
    mutationFn: (requestId: string) =>
      call(withdrawApprovalContract, { params: { id: workflowId, requestId } }),
    onSettled: readAgain,
  })
}
