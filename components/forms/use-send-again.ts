'use client'

import { useEffect, useRef } from 'react'
import { isConnectionFailure, untilNextTry } from './connection-failure.ts'

type Sending<Data> = {
  error: Error | null
  isPending: boolean
  variables: Data | undefined
  mutate(data: Data): void
}

/**
 * Sends the same request again by itself after the server could not be reached, until it answers.
 * Only for requests that the server executes once, however often they are sent. Returns the
 * function that sends it now; undefined while nothing waits.
 */
export function useSendAgain<Data>(sending: Sending<Data>): (() => void) | undefined {
  const { error, isPending, variables, mutate } = sending
  const failures = useRef(0)
  const waits = !isPending && isConnectionFailure(error) && variables !== undefined
  useEffect(() => {
    if (!waits) {
      if (!isPending) failures.current = 0
      return
    }
    const stop = new AbortController()
    failures.current += 1
    untilNextTry(failures.current, stop.signal).then(
      () => mutate(variables),
      () => undefined,
    )
    return () => stop.abort()
  }, [waits, isPending, variables, mutate])
  return waits ? () => mutate(variables) : undefined
}
