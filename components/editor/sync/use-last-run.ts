'use client'

import { useQuery } from '@tanstack/react-query'
import { keyOf } from '#components/shared/loading/queries'
import { getRunContract, listRunsContract } from '#lib/contracts/runs/runs'
import { call } from '#lib/http/client'
import { sampleOf, type Sample } from '../model/sample.ts'

/** The data of the workflow's last run, for trying expressions. None before the first run. */
export function useLastRun(workflowId: string): Sample | undefined {
  const { data } = useQuery({
    queryKey: keyOf(listRunsContract, 'last', workflowId),
    staleTime: 30_000,
    queryFn: async () => {
      const { items } = await call(listRunsContract, { query: { workflow: workflowId, limit: 5 } })
      const chosen = items.find((run) => run.status === 'completed') ?? items[0]
      return chosen ? sampleOf(await call(getRunContract, { params: { id: chosen.id } })) : null
    },
  })
  return data ?? undefined
}
