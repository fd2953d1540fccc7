/** How people of an address's domain sign in; null when by nothing of their own. */
export type SsoWay = { name: string; start: string; enforced: boolean } | null

/** Finds the single sign-on of an address by its domain. Null also when it cannot be found out. */
export async function findWay(email: string): Promise<SsoWay> {
  try {
    const body = JSON.stringify({ email })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch('/api/auth/sso/find', { method: 'POST', headers, body })
    return response.ok ? ((await response.json()) as { way: SsoWay }).way : null
  } catch {
    return null
  }
}

/** Where a sign-in of this person begins; `next` is one of our own paths. */
export function startOf(way: NonNullable<SsoWay>, next: string, email: string): string {
  return `${way.start}?${new URLSearchParams({ next, email }).toString()}`
}
