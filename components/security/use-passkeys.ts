'use client'

import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useHydrated } from '#components/ui/input/use-hydrated'

/**
 * Whether this browser can use passkeys of this installation: it knows them, and the page was
 * opened at the host (`passkeyHost`) that they are for. False before the page is hydrated.
 */
export function useCanUsePasskeys(passkeyHost: string | null): boolean {
  const hydrated = useHydrated()
  if (!hydrated || passkeyHost === null || !browserSupportsWebAuthn()) return false
  const { hostname } = window.location
  return hostname === passkeyHost || hostname.endsWith(`.${passkeyHost}`)
}
