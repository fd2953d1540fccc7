import { refresh } from '#components/shared/loading/queries'
import { scheduleListContracts } from './use-schedules.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '#components/shared/messages/toast'
import {
  deleteScheduleContract,
  listOccurrencesContract,
  pauseScheduleContract,
  resumeScheduleContract,
  runScheduleNowContract,
  type ScheduleView,
} from '#lib/contracts/workflows/schedules'
import { randomId } from '#lib/domain/random-id'
import { call } from '#lib/http/client'

/** What can be done with a schedule besides changing it. */
export function useScheduleActions(schedule: ScheduleView, onDeleted: () => void) {
  const client = useQueryClient()
  const settled = () => {
    void refresh(client, ...scheduleListContracts, listOccurrencesContract)
  }
  const refused = (error: Error) => toast.error(error.message)
  const params = { id: schedule.id }
  const run = useMutation({
    mutationFn: () =>
      call(runScheduleNowContract, { params, headers: { 'idempotency-key': randomId() } }),
    onSuccess: () => toast.success('A run has started.'),
    onError: refused,
    onSettled: settled,
  })
  const pause = useMutation({
    mutationFn: () =>
      call(schedule.paused ? resumeScheduleContract : pauseScheduleContract, { params }),
    onSuccess: ({ paused }) =>
      toast.success(
        paused
          ? 'Paused. Nothing is due until it goes on.'
          : 'It goes on with its next occurrence.',
      ),
    onError: refused,
    onSettled: settled,
  })
  const remove = useMutation({
    mutationFn: () => call(deleteScheduleContract, { params }),
    onSuccess: () => {
      toast.success('The schedule is deleted.')
      onDeleted()
    },
    onError: refused,
    onSettled: settled,
  })
  return { run, pause, remove }
}
