import { z } from 'zod'
import { cutText } from '#lib/domain/text'

type Element = { value?: unknown; type?: unknown; primary?: unknown }

/** The plain form of an address only: no display names, quotes or lists, and ASCII. */
const addressSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[\x21-\x7e]+$/)
  .pipe(z.email())

const asAddress = (value: unknown): string | undefined => addressSchema.safeParse(value).data

/**
 * The address of a person: the primary one, that of work, the first, or the user name when it is
 * one. Null when there is none that we could send mail to.
 */
export function addressOf(user: Record<string, unknown>): string | null {
  const { emails, userName } = user
  const list = Array.isArray(emails) ? (emails as Element[]) : []
  const chosen =
    list.find(({ primary }) => primary === true) ??
    list.find(({ type }) => typeof type === 'string' && type.toLowerCase() === 'work') ??
    list[0]
  return asAddress(chosen?.value) ?? asAddress(userName) ?? null
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value.replace(/\p{Cc}/gu, ' ').trim() : ''

/** The name that people read, at most 100 characters. */
export function displayNameOf(user: Record<string, unknown>): string {
  const { displayName, name, userName } = user
  const parts = (typeof name === 'object' && name !== null ? name : {}) as Record<string, unknown>
  const both = [asText(parts['givenName']), asText(parts['familyName'])].filter(Boolean).join(' ')
  const found = asText(displayName) || asText(parts['formatted']) || both || asText(userName)
  return cutText(found, 100) || 'Nameless'
}
