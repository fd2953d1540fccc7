'use client'

import { useTheme } from 'next-themes'
import { Toaster as Sonner } from 'sonner'

export { toast } from 'sonner'

/** Those of the package have less than 4.5:1 on their light backgrounds. */
const readable: Record<string, string> = {
  '--success-text': 'light-dark(hsl(140 100% 20%), hsl(150 86% 65%))',
  '--warning-text': 'light-dark(hsl(31 92% 28%), hsl(46 87% 65%))',
}

export function SonnerToaster() {
  const { theme = 'system' } = useTheme()
  return (
    <Sonner
      theme={theme as 'light' | 'dark' | 'system'}
      position="bottom-right"
      closeButton
      richColors
      style={readable}
      toastOptions={{ classNames: { closeButton: '!size-6 [&>svg]:!size-3.5' } }}
    />
  )
}
