import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/loading/queries'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { pollEvery } from '#components/shared/loading/poll-every'

const maxShown = 99

/**
 * How many screens wait: `label` is shown beside the inbox, a number or `99+`. Undefined while
 * unknown. Read again every half minute.
 */
export function useInboxCount(): { count: number; label: string } | undefined {
  const { data } = useQuery({
    ...queryOf(listScreensContract, { query: { limit: maxShown } }),
    select: (page) => page.items.length + (page.nextCursor ? 1 : 0),
    refetchInterval: pollEvery(30_000),
  })
  return data === undefined
    ? undefined
    : { count: data, label: data > maxShown ? `${maxShown}+` : String(data) }
}
