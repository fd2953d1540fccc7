'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCovered } from '#components/session/cover-store'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { useEventStream } from '#components/shared/loading/use-event-stream'
import { getRunContract, runEventsContract, type RunEvent } from '#lib/contracts/runs/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import { pathOf } from '#lib/http/client'

/**
 * A run, updated by server-sent events while it is not finished. The browser's EventSource
 * reconnects by itself and names the revision it saw last, so nothing is missed; an older revision
 * never replaces a newer one.
 */
export function useRun(id: string) {
  const client = useQueryClient()
  const read = queryOf(getRunContract, { params: { id } })
  const query = useQuery(read)
  // The server ends the stream of a locked session, and the browser does not try again after 423.
  const isCovered = useCovered()
  const isOver = query.data ? isTerminalRun(query.data.status) : false
  const isWatched = query.data !== undefined && !isOver && !isCovered
  const connection = useEventStream(isWatched ? pathOf(runEventsContract, { id }) : undefined, {
    run(data) {
      const event = data as RunEvent
      client.setQueryData(read.queryKey, (old) =>
        old && event.revision >= old.revision ? { ...old, ...event } : old,
      )
    },
    end: () => void refresh(client, getRunContract),
  })
  return { ...query, connection: isOver ? ('ended' as const) : connection }
}
