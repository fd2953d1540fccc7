import { discardAll } from '#components/storage/browser-storage'

/**
 * Signs this browser out: the session's row is deleted and its cookie cleared, then `next` opens,
 * one of our own paths.
 */
export async function signOut(next = '/sign-in'): Promise<void> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/sign-in' })
  const response = await fetch('/api/auth/signout', { method: 'POST', body })
  if (!response.ok) throw new Error(`Signing out failed (${response.status}).`)
  discardAll()
  window.location.assign(next)
}
