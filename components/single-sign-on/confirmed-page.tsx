'use client'

import { useEffect } from 'react'
import { tellTabs } from '#components/session/session-channel'
import { PublicFrame } from '#components/sign-in/public-frame'
import { Refusal } from '#components/sign-in/refusal'

const refusals: Record<string, string> = {
  sso_other_person:
    'Somebody else signed in at the provider. Sign out there, and sign in as yourself.',
  sso_not_asked:
    'The provider did not ask who you are, so this confirms nothing. If it happens again, tell ' +
    'your administrator that it must honor a forced sign-in, and say when it asked.',
  sso_declined: 'You were not signed in at your organization’s provider.',
  sso_unavailable: 'Your organization’s provider cannot be used right now.',
  session_ended: 'Your session has ended, or another one is in this browser now.',
}

type Props = {
  /** The person whose session is open in this browser. */
  personId: string | null
  /** Why the provider's answer confirmed nothing. */
  error: string | undefined
}

/** Ends a confirmation by the provider: the tab that waits for it goes on. */
export function ConfirmedPage({ personId, error }: Props) {
  const isConfirmed = error === undefined && personId !== null
  useEffect(() => {
    if (!isConfirmed) return
    tellTabs({ kind: 'unlocked', personId })
    // Browsers close only tabs that a page of ours opened; others stay with the sentence.
    window.close()
  }, [isConfirmed, personId])
  if (isConfirmed)
    return (
      <PublicFrame
        title="You are confirmed"
        description="Close this tab, and go on in the one before."
      />
    )
  return (
    <PublicFrame
      title="Not confirmed"
      description="Close this tab, and try again in the one before."
    >
      <Refusal
        text={refusals[error ?? 'session_ended'] ?? 'The answer came too late. Try again.'}
      />
    </PublicFrame>
  )
}
