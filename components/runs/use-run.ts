'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getRunContract, runEventsContract, type RunEvent, type RunPage } from '#lib/contracts/runs'
import { isTerminalRun } from '#lib/domain/statuses'
import { call, pathOf } from '#lib/http/client'

export const runKey = (id: string) => ['run', id] as const

/**
 * `live`: the stream is open; `lost`: it broke and the browser is trying again; `ended`: nothing
 * more will come.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'ended'

/**
 * A run, kept up to date by server-sent events while it is not finished. The browser's EventSource
 * reconnects by itself and names the revision it saw last, so nothing is missed; an older revision
 * never replaces a newer one.
 */
export function useRun(id: string) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: runKey(id),
    queryFn: ({ signal }) => call(getRunContract, { params: { id }, signal }),
  })
  const [connection, setConnection] = useState<Connection>('connecting')
  const loaded = query.data !== undefined
  const terminal = query.data ? isTerminalRun(query.data.status) : false

  useEffect(() => {
    if (!loaded) return
    if (terminal) {
      setConnection('ended')
      return
    }
    const source = new EventSource(pathOf(runEventsContract, { id }))
    source.addEventListener('open', () => setConnection('live'))
    source.addEventListener('error', () => setConnection('lost'))
    source.addEventListener('run', (message) => {
      const event = JSON.parse((message as MessageEvent<string>).data) as RunEvent
      client.setQueryData<RunPage>(runKey(id), (old) =>
        old && event.revision >= old.revision ? { ...old, ...event } : old,
      )
    })
    source.addEventListener('end', () => {
      source.close()
      setConnection('ended')
      void client.invalidateQueries({ queryKey: runKey(id) })
    })
    return () => source.close()
  }, [client, id, loaded, terminal])

  return { ...query, connection }
}
