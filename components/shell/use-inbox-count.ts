import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#components/shared/queries'
import { listScreensContract } from '#lib/contracts/runs/screens'
import { pollEvery } from '#components/shared/poll-every'

const most = 99

/**
 * How many screens wait, as shown beside the inbox: a number, `99+`, or nothing while unknown.
 * Looks again every half minute.
 */
export function useInboxCount(): { count: number; label: string } | undefined {
  const { data } = useQuery({
    ...queryOf(listScreensContract, { query: { limit: most } }),
    select: (page) => page.items.length + (page.nextCursor ? 1 : 0),
    refetchInterval: pollEvery(30_000),
  })
  return data === undefined
    ? undefined
    : { count: data, label: data > most ? `${most}+` : String(data) }
}
