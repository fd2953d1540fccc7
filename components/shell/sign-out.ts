/** Signs this browser out: the session's row is deleted and its cookie cleared, then the sign-in page opens. */
export async function signOut(): Promise<void> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string }
  const response = await fetch('/api/auth/signout', { method: 'POST', body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: '/sign-in' }) })
  if (!response.ok) throw new Error(`Signing out failed (${response.status}).`)
  window.location.assign('/sign-in')
}
