'use client'

import { useState, type ReactNode } from 'react'
import { findPageTimeBy } from '#lib/domain/page-time'

type Props = { timeZone: string; now: number; children: ReactNode }

/** Draws the pages inside by the organization's clock, and at first as the server did. */
export function PageClock({ timeZone, now, children }: Props) {
  useState(() => {
    if (typeof window === 'undefined') return
    const time = { timeZone, now, drawnAt: now }
    findPageTimeBy(() => time)
  })
  return children
}
