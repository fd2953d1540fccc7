import type { ActorRole } from './permissions.ts'

/**
 * Who calls: a signed-in person, a system with an API key, or somebody with a shared form's link.
 * Bound to one organization.
 */
export type Actor = {
  kind: 'user' | 'api-key' | 'public'
  /** User id, API key id, or the form's workflow id. */
  id: string
  name: string
  email: string | null
  organizationId: string
  role: ActorRole
  /** The browser session, for people. */
  sessionId: string | null
}
