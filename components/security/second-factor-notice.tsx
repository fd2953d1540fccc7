'use client'

import { useQuery } from '@tanstack/react-query'
import { ShieldAlertIcon, XIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { queryOf } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { getSecurityContract } from '#lib/contracts/organization/security'
import { factorNoticeCookie } from './factor-notice-cookie.ts'

type Props = {
  /** Whole days until signing in begins with it; 0 when it does already. */
  daysLeft: number
  /** Names the session for which it may be closed. */
  session: string
}

function whenOf(daysLeft: number): string {
  if (daysLeft === 0) return 'Your next sign-in begins with it.'
  return daysLeft === 1 ? 'Set one up today.' : `Set one up within ${daysLeft} days.`
}

/** Asks for a second factor, quietly, until there is one or its person closes it for a session. */
export function SecondFactorNotice({ daysLeft, session }: Props) {
  const [isClosed, setClosed] = useState(false)
  // As the profile has read it: this asks nothing itself.
  const { data: security } = useQuery({ ...queryOf(getSecurityContract), enabled: false })
  const has = security && (security.totp !== null || security.passkeys.length > 0)
  // There it stands in its own place.
  const isAtSettings = usePathname() === '/settings'
  if (isClosed || has || isAtSettings) return null
  const close = () => {
    document.cookie = `${factorNoticeCookie}=${session}; path=/; samesite=lax`
    setClosed(true)
    document.getElementById('main')?.focus()
  }
  return (
    <aside
      aria-label="Second factor"
      className="flex items-center gap-3 border-b bg-muted/60 px-4 py-1.5 text-sm group-has-[[data-full-page]]/page:hidden md:px-6 print:hidden"
    >
      <ShieldAlertIcon className="size-4 shrink-0 text-muted-foreground" aria-hidden />
      <p className="min-w-0 flex-1">
        Your organization asks for a second factor. {whenOf(daysLeft)}{' '}
        <Link
          href="/settings?tab=profile"
          className="font-medium whitespace-nowrap underline underline-offset-2"
        >
          Set it up
        </Link>
      </p>
      <Button variant="ghost" size="icon-sm" aria-label="Close this notice" onClick={close}>
        <XIcon aria-hidden />
      </Button>
    </aside>
  )
}
