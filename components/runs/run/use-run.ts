'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCovered } from '#components/session/cover-store'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { getRunContract, runEventsContract, type RunEvent } from '#lib/contracts/runs/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import { pathOf } from '#lib/http/client'

/**
 * `live`: the stream is open; `lost`: it broke and the browser tries again; `ended`: the run is
 * over.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'ended'

/**
 * A run, updated by server-sent events while it is not finished. The browser's EventSource
 * reconnects by itself and names the revision it saw last, so nothing is missed; an older revision
 * never replaces a newer one.
 */
export function useRun(id: string) {
  const client = useQueryClient()
  const query = useQuery({
    ...queryOf(getRunContract, { params: { id } }),
  })
  const [connection, setConnection] = useState<Connection>('connecting')
  const loaded = query.data !== undefined
  const terminal = query.data ? isTerminalRun(query.data.status) : false

  // The server ends the stream of a locked session, and the browser does not try again after 423.
  const isCovered = useCovered()

  useEffect(() => {
    if (!loaded || isCovered) return
    if (terminal) {
      setConnection('ended')
      return
    }
    const source = new EventSource(pathOf(runEventsContract, { id }))
    source.addEventListener('open', () => setConnection('live'))
    source.addEventListener('error', () => setConnection('lost'))
    source.addEventListener('run', (message) => {
      const event = JSON.parse((message as MessageEvent<string>).data) as RunEvent
      client.setQueryData(queryOf(getRunContract, { params: { id } }).queryKey, (old) =>
        old && event.revision >= old.revision ? { ...old, ...event } : old,
      )
    })
    source.addEventListener('end', () => {
      source.close()
      setConnection('ended')
      void refresh(client, getRunContract)
    })
    return () => source.close()
  }, [client, id, loaded, terminal, isCovered])

  return { ...query, connection }
}
