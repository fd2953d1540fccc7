import type { Metadata, Viewport } from 'next'
import localFont from 'next/font/local'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { keepEarlyClicks } from '#components/shared/loading/early-clicks'
import { Providers } from '#components/shell/providers'
import './globals.css'

// Made by the Braille Institute so that signs are not taken for each other (0 and O, 1, l and I):
// people here read numbers of patients and claims all day.
const sans = localFont({
  src: './fonts/atkinson-hyperlegible-next-latin-wght-normal.woff2',
  weight: '200 800',
  variable: '--font-atkinson',
})

export const metadata: Metadata = {
  title: { default: 'Rounds', template: '%s · Rounds' },
  description: 'Durable workflows for healthcare operations.',
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f8f9fb' },
    { media: '(prefers-color-scheme: dark)', color: '#0f141c' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined
  return (
    <html lang="en" className={sans.variable} suppressHydrationWarning>
      <body>
        <script nonce={nonce} suppressHydrationWarning>
          {keepEarlyClicks}
        </script>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  )
}
