import { cookieOptions } from '#lib/auth/session-token'

/**
 * The cookie that names the cell of a browser, where it signed in last: what happens before there
 * is a session, such as asking for a passkey, goes there. It decides nothing else.
 */
export const cellCookieName = (): string =>
  cookieOptions().secure ? '__Host-rounds.cell' : 'rounds.cell'

const yearSeconds = 365 * 24 * 3600

/** The header that sets it. */
export const cellCookie = (cell: string): string =>
  `${cellCookieName()}=${cell}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax` +
  (cookieOptions().secure ? '; Secure' : '')
