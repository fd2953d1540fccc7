import { createHmac } from 'node:crypto'
import { deriveKey } from '#lib/env'
import { newId } from '#lib/ids'
import { isSameText } from '../same-text.ts'
import { cookieOptions } from '../session-token.ts'

/** A year, in seconds. */
export const knownDeviceSeconds = 365 * 24 * 60 * 60
/** Max accounts that know one browser; several people may share a machine. */
const maxAccounts = 5

/** A browser that has signed in to this account before; `id` identifies it. */
export type KnownDevice = { id: string }

export const deviceCookieName = (): string =>
  cookieOptions().secure ? '__Host-rounds.device' : 'rounds.device'

/** The token which proves that a browser has signed in to an account. */
const markOf = (id: string, email: string): string =>
  createHmac('sha256', deriveKey('known device'))
    .update(JSON.stringify([id, email]))
    .digest('base64url')

function partsOf(cookie: string | undefined): { id: string; marks: string[] } | undefined {
  const [id = '', ...marks] = (cookie ?? '').split('.')
  if (!/^[\w-]{36}$/.test(id) || marks.length > maxAccounts) return undefined
  return { id, marks }
}

/** Finds the browser when its cookie proves that it has signed in to this account before. */
export function knownDevice(cookie: string | undefined, email: string): KnownDevice | undefined {
  const parts = partsOf(cookie)
  if (!parts) return undefined
  const mark = markOf(parts.id, email)
  return parts.marks.some((each) => isSameText(each, mark)) ? { id: parts.id } : undefined
}

/** Creates the cookie of a browser that has just signed in to this account. */
export function withAccount(cookie: string | undefined, email: string): string {
  const { id, marks } = partsOf(cookie) ?? { id: newId(), marks: [] }
  const mark = markOf(id, email)
  return [id, mark, ...marks.filter((each) => each !== mark)].slice(0, 1 + maxAccounts).join('.')
}
