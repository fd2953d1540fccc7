'use client'

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { anyUser, discardOthers, onSignedOutElsewhere } from './browser-storage.ts'
import { actIn } from '#lib/http/client'

const Owner = createContext(anyUser)

/** In whose name this page keeps what is typed (`browser-storage.ts`). */
export const useOwner = (): string => useContext(Owner)

type Props = { organizationId: string; userId: string; children: ReactNode }

/**
 * The person who is signed in. What others kept in this browser goes as soon as they are known, and
 * this tab leaves with them when they sign out in another one.
 */
export function Person({ organizationId, userId, children }: Props) {
  const owner = `${organizationId}.${userId}`
  // Before the first call of any page within.
  useState(() => {
    if (typeof window !== 'undefined') actIn(organizationId)
  })
  useEffect(() => {
    discardOthers(owner)
    return onSignedOutElsewhere(() => window.location.assign('/sign-in'))
  }, [owner])
  return <Owner value={owner}>{children}</Owner>
}
