import { cookieOptions } from '../session-token.ts'

/** The cookie of a sign-in that is not complete; only the browser that began it goes on with it. */
export const pendingCookieName = (): string =>
  cookieOptions().secure ? '__Host-rounds.sign-in' : 'rounds.sign-in'

/** The header that sets one of our cookies, for so many seconds; 0 deletes it. */
export function cookieHeader(name: string, value: string, maxAgeSeconds: number): string {
  const secure = cookieOptions().secure ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}
