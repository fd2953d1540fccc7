import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'

/** A person who is signed in. Throws 409 for an API key, which has no password and no factors. */
export function requirePerson(actor: Actor): { id: string; name: string; email: string } {
  const { kind, id, name, email } = actor
  if (kind === 'user' && email !== null) return { id, name, email }
  throw new ApiError('conflict', 'Only a person has a second factor: sign in on the pages.')
}
