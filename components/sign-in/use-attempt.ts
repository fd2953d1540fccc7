'use client'

import { useState } from 'react'
import { PasskeyRefusal } from '#components/security/ask-passkey'
import { ApiFailure } from '#lib/http/client'

const unreachable = 'The server cannot be reached. Check the connection and try again.'

/** What a refusal says; the first wrong field of a form says more than that there is one. */
function refusalIn(error: unknown): string {
  if (error instanceof PasskeyRefusal) return error.message
  if (!(error instanceof ApiFailure)) return unreachable
  return error.issues[0]?.message ?? error.message
}

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
      setRefusal(refusalIn(error))
    }
    setBusy(false)
  }
  return { refusal, busy, attempt }
}
