/** A person as a directory that we read knows them. */
export type ReadUser = {
  /** The provider's own id. */
  id: string
  /** The id at the identity provider behind it. */
  externalId: string | null
  name: string
  /** As the directory wrote it. */
  email: string | null
  userName: string | null
  active: boolean
  /** The provider's time of the last change, by which an older state is recognised. */
  updatedAt: string | null
}

/** A group of such a directory. */
export type ReadGroup = { id: string; externalId: string | null; name: string }

/** Everything that a directory has: read to its last page, or not at all. */
export type ReadDirectory = {
  users: ReadUser[]
  groups: (ReadGroup & { members: string[] })[]
}

/** One change of a directory, as its event says it. */
export type DirectoryEvent =
  | { kind: 'user'; isNew: boolean; user: ReadUser }
  | { kind: 'user-deleted'; id: string }
  | { kind: 'group'; group: ReadGroup }
  | { kind: 'group-deleted'; id: string }
  | { kind: 'membership'; isIn: boolean; user: ReadUser; group: ReadGroup }
  /** Events may be missing: everything is read again. */
  | { kind: 'unclear' }
  /** The provider has deleted the directory. */
  | { kind: 'ended' }

export type DirectoryEventPage = {
  events: DirectoryEvent[]
  /** Where the next page begins; the same as before when nothing has happened. */
  cursor: string | null
  more: boolean
}
