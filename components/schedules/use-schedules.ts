import { useInfiniteQuery } from '@tanstack/react-query'
import { listSchedulesContract, listWorkflowSchedulesContract } from '#lib/contracts/schedules'
import { call } from '#lib/http/client'

/**
 * The schedules of the organization, or of one workflow, newest first; looks again every ten
 * seconds.
 */
export const useSchedules = (workflowId?: string) =>
  useInfiniteQuery({
    queryKey: ['schedules', workflowId ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? { cursor: pageParam } : {}
      return workflowId
        ? call(listWorkflowSchedulesContract, { params: { id: workflowId }, query, signal })
        : call(listSchedulesContract, { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 10_000,
  })
