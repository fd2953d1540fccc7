import type { ActorRole } from './permissions.ts'

/**
 * The caller: a signed-in person, a system with an API key, or a public caller with the link of a
 * shared form. An actor belongs to one organization.
 */
export type Actor = {
  kind: 'user' | 'api-key' | 'public'
  /** The user id, the API key id, or the workflow id of the form. */
  id: string
  name: string
  email: string | null
  organizationId: string
  role: ActorRole
  /** The browser session of a person. */
  sessionId: string | null
}
