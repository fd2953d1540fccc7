import { emptyBook, type AccessBook } from '#lib/domain/access/decide'
import { permissionsOf, type Permission } from './permissions.ts'

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
  /** A built-in role, the slug of a custom one, or `public`. For people to read: ask `can`. */
  role: string
  /** What the role allows now; for a key also what its person may. */
  permissions: ReadonlySet<Permission>
  /** The person: themselves, or the owner of the key; null for keys of nobody and the public. */
  personId: string | null
  /** The directory groups of the person. */
  groups: readonly string[]
  /** The access rules of the organization that are in force. */
  book: AccessBook
  /** The browser session of a person. */
  sessionId: string | null
  /** The ids of the workflows that a key may touch; null or left out: every workflow. */
  workflows?: readonly string[] | null
  /** A test key: it reaches sandbox connections and sandbox runs only. */
  sandbox?: boolean
  /** A key that was given the right to approve drafts by name, and not with a role. */
  approves?: boolean
  /**
   * The organization goes on in another installation, and nothing of it changes here; `cell`: in
   * another cell of this service, where the caller's next request gets to.
   */
  moved?: 'installation' | 'cell' | null
  /**
   * Requests a minute of the key and of the organization (null: as the installation says), and the
   * organization's starts of runs by keys (null: no limit).
   */
  rate?: { own: number | null; organization: number | null; starts: number | null }
}

/** `moved`, of a row of `organizations`. */
export const movedSql = (table: string): string =>
  `case when ${table}.moved_at is null then null when ${table}.moved_to is null
     then 'installation' else 'cell' end`

type Known = 'kind' | 'id' | 'name' | 'organizationId' | 'role'

/** An actor of what is known; the rest is as for somebody without groups, rules and session. */
export function newActor(known: Pick<Actor, Known> & Partial<Actor>): Actor {
  return {
    email: null,
    permissions: permissionsOf(known.role),
    personId: known.kind === 'user' ? known.id : null,
    groups: [],
    book: emptyBook,
    sessionId: null,
    ...known,
  }
}

/** Whether the caller's role has this permission. Access rules may still narrow it. */
export const can = (actor: Pick<Actor, 'permissions'>, permission: Permission): boolean =>
  actor.permissions.has(permission)
