'use client'

import { useEffect, useRef, useState } from 'react'
import { retryDelay } from '#lib/domain/form/retry-delay'

/**
 * `live`: the stream is open; `lost`: it broke and is opened again; `ended`: the server said that
 * nothing will change any more.
 */
export type Connection = 'connecting' | 'live' | 'lost' | 'ended'

type Handlers = Record<string, (data: unknown) => void>
type Stream = { path: string; on: () => Handlers; onConnection(now: Connection): void }

/** Reads a stream until it ends. Returns the function that closes it. */
function readStream({ path, on, onConnection }: Stream): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  const forget = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const open = () => {
    forget()
    source = new EventSource(path)
    source.addEventListener('open', () => {
      failures = 0
      onConnection('live')
    })
    source.addEventListener('error', () => {
      onConnection('lost')
      // The browser opens a broken stream again by itself, but not one that was refused: a proxy
      // answers 502 while the server restarts.
      if (source.readyState !== EventSource.CLOSED) return
      failures += 1
      forget()
      timer = setTimeout(open, retryDelay(failures))
    })
    for (const name of Object.keys(on()))
      source.addEventListener(name, (message) =>
        on()[name]?.(JSON.parse((message as MessageEvent<string>).data)),
      )
    source.addEventListener('end', () => {
      source.close()
      onConnection('ended')
    })
  }
  const openSoon = () => {
    if (timer !== undefined) open()
  }
  open()
  window.addEventListener('online', openSoon)
  return () => {
    forget()
    window.removeEventListener('online', openSoon)
    source.close()
  }
}

/**
 * Reads server-sent events while there is a `path`, each with the handler of its name. A stream
 * that breaks or is refused is opened again until it ends.
 */
export function useEventStream(path: string | undefined, handlers: Handlers): Connection {
  const [connection, setConnection] = useState<Connection>('connecting')
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    if (path === undefined) return
    return readStream({ path, on: () => latest.current, onConnection: setConnection })
  }, [path])
  return connection
}
