import { useInfiniteQuery } from '@tanstack/react-query'
import { pagesOf } from '#components/shared/loading/queries'
import {
  listSchedulesContract,
  listWorkflowSchedulesContract,
} from '#lib/contracts/workflows/schedules'

/** Both lists of schedules, to `refresh` after a change of one. */
export const scheduleListContracts = [listSchedulesContract, listWorkflowSchedulesContract]

/** The schedules of the organization or of one workflow, newest first, read every ten seconds. */
export const useSchedules = (workflowId?: string) =>
  useInfiniteQuery({
    ...(workflowId
      ? pagesOf(listWorkflowSchedulesContract, { params: { id: workflowId } })
      : pagesOf(listSchedulesContract)),
    refetchInterval: 10_000,
  })
