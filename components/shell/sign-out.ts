import { forgetBrowser } from '#components/notifications/this-browser'
import { discardAll } from '#components/storage/browser-storage'

/**
 * Ends a session of single sign-on. Returns where the browser signs out at the provider too;
 * undefined for every other session, and when it cannot be found out.
 */
async function endAtProvider(): Promise<string | undefined> {
  try {
    const response = await fetch('/api/auth/sso/sign-out', { method: 'POST' })
    return ((await response.json()) as { url?: string | null }).url ?? undefined
  } catch {
    return undefined
  }
}

/**
 * Signs this browser out: the session's row is deleted and its cookie cleared, then `next` opens,
 * one of our own paths.
 */
export async function signOut(next = '/sign-in'): Promise<void> {
  await forgetBrowser()
  const there = await endAtProvider()
  const theme = localStorage.getItem('theme')
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/sign-in' })
  const response = await fetch('/api/auth/signout', { method: 'POST', body })
  if (!response.ok) throw new Error(`Signing out failed (${response.status}).`)
  discardAll()
  // The browser drops all storage of the site at the answer (Clear-Site-Data).
  if (theme !== null) localStorage.setItem('theme', theme)
  // Who signs out to go on elsewhere stays with us.
  window.location.assign(next === '/sign-in' ? (there ?? next) : next)
}
