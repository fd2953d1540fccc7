'use client'

import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { anybody, forgetOthers, onSignedOutElsewhere } from './browser-memory.ts'
import { actIn } from '#lib/http/client'

const Whose = createContext(anybody)

/** In whose name this page keeps what is typed (`browser-memory.ts`). */
export const useWhose = (): string => useContext(Whose)

type Props = { organizationId: string; userId: string; children: ReactNode }

/**
 * The person who is signed in. What others kept in this browser goes as soon as they are known, and
 * this tab leaves with them when they sign out in another one.
 */
export function Person({ organizationId, userId, children }: Props) {
  const whose = `${organizationId}.${userId}`
  // Before the first call of any page within.
  useState(() => {
    if (typeof window !== 'undefined') actIn(organizationId)
  })
  useEffect(() => {
    forgetOthers(whose)
    return onSignedOutElsewhere(() => window.location.assign('/sign-in'))
  }, [whose])
  return <Whose value={whose}>{children}</Whose>
}
