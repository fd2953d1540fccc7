'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { ThemeProvider } from 'next-themes'
import { useState, type ReactNode } from 'react'
import { Toaster } from '#components/shared/messages/toaster'
import { Listening } from '#components/shared/loading/listening'
import { newQueryClient } from './query-client.ts'

/**
 * What every page needs around it. The nonce lets the theme's script run before the first paint
 * under our Content-Security-Policy.
 */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [client] = useState(newQueryClient)
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce ? { nonce } : {})}
    >
      <QueryClientProvider client={client}>
        {children}
        <Toaster />
        <Listening />
      </QueryClientProvider>
    </ThemeProvider>
  )
}
