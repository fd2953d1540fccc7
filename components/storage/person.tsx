'use client'

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { anyUser, discardOthers, onSignedOutElsewhere } from './browser-storage.ts'
import { actAs } from '#lib/http/client'

const Owner = createContext(anyUser)

/** The owner of the input on this page (`browser-storage.ts`). */
export const useOwner = (): string => useContext(Owner)

type Props = { organizationId: string; userId: string; children: ReactNode }

/**
 * The signed-in person. Stored data of others is deleted, and this tab goes to sign-in when the
 * person signs out in another one.
 */
export function Person({ organizationId, userId, children }: Props) {
  const owner = `${organizationId}.${userId}`
  // Before the first call of any page inside.
  useState(() => {
    if (typeof window !== 'undefined') actAs(organizationId, userId)
  })
  useEffect(() => {
    discardOthers(owner)
    return onSignedOutElsewhere(() => window.location.assign('/sign-in'))
  }, [owner])
  return <Owner value={owner}>{children}</Owner>
}
