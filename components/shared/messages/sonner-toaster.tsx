'use client'

import { useTheme } from 'next-themes'
import { Toaster as Sonner } from 'sonner'
import { cn } from '#components/ui/cn'

export { toast } from 'sonner'

/** Those of the package have less than 4.5:1 on their light backgrounds. */
const readable: Record<string, string> = {
  '--success-text': 'light-dark(hsl(140 100% 20%), hsl(150 86% 65%))',
  '--warning-text': 'light-dark(hsl(31 92% 28%), hsl(46 87% 65%))',
}

/** Inside of the message and large enough to be hit; the package has a small circle at its corner. */
const closeClass = cn(
  '!top-1/2 !right-2 !left-auto !size-8 !-translate-y-1/2 !transform-none !rounded-md !border-0',
  '!bg-transparent hover:!bg-black/10 dark:hover:!bg-white/15 [&>svg]:!size-4',
)

export function SonnerToaster() {
  const { theme = 'system' } = useTheme()
  return (
    <Sonner
      theme={theme as 'light' | 'dark' | 'system'}
      position="bottom-right"
      closeButton
      richColors
      style={{ ...readable, fontFamily: 'inherit' }}
      toastOptions={{ classNames: { toast: '!pr-12 !text-sm', closeButton: closeClass } }}
    />
  )
}
