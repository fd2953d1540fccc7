'use client'

import { useState } from 'react'
import { ApiFailure } from '#lib/http/client'

const unreachable = 'The server cannot be reached. Check the connection and try again.'

/**
 * Work that may be refused: `refusal` is the last reason, in a sentence, and `busy` says that the
 * work runs. The work returns the reason of a refusal, or undefined; an error that it throws is a
 * refusal too. `first` is an earlier refusal.
 */
export function useAttempt(first?: string) {
  const [refusal, setRefusal] = useState(first)
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<string | undefined | void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      setRefusal((await work()) || undefined)
    } catch (error) {
      setRefusal(error instanceof ApiFailure ? error.message : unreachable)
    }
    setBusy(false)
  }
  return { refusal, busy, attempt }
}
