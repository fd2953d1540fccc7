'use client'

import { useTheme } from 'next-themes'
import { Toaster as Sonner } from 'sonner'

/** Short messages at the corner, announced politely. */
export function Toaster() {
  const { theme = 'system' } = useTheme()
  return (
    <Sonner
      theme={theme as 'light' | 'dark' | 'system'}
      position="bottom-right"
      closeButton
      richColors
    />
  )
}
