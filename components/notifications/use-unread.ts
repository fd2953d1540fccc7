import { useQuery } from '@tanstack/react-query'
import { pollEvery } from '#components/shared/loading/poll-every'
import { queryOf } from '#components/shared/loading/queries'
import { countNotificationsContract } from '#lib/contracts/organization/notifications'

/** How many notifications are unread; undefined while unknown. Read again every half minute. */
export function useUnread(): number | undefined {
  const { data } = useQuery({
    ...queryOf(countNotificationsContract),
    select: ({ unread }) => unread,
    refetchInterval: pollEvery(30_000),
  })
  return data
}
