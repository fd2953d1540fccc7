import { useInfiniteQuery } from '@tanstack/react-query'
import { listSchedulesContract, listWorkflowSchedulesContract, type ScheduleView } from '#lib/contracts/schedules'
import type { Page } from '#lib/domain/page'
import { call } from '#lib/http/client'

/** The schedules of the organization, or of one workflow, newest first; looks again every ten seconds. */
export const useSchedules = (workflowId?: string) =>
  useInfiniteQuery({
    queryKey: ['schedules', workflowId ?? 'all'],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam ? { cursor: pageParam } : {}
      return workflowId
        ? call<Page<ScheduleView>>(listWorkflowSchedulesContract, { params: { id: workflowId }, query, signal })
        : call<Page<ScheduleView>>(listSchedulesContract, { query, signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: 10_000,
  })
