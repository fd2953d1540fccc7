import type { Tx } from '#db/client'
import type { directories, directoryUsers } from '#db/schema/directories'
import { writeAuditEntry, type AuditEntry } from '#db/write-audit'

export type Directory = typeof directories.$inferSelect
export type DirectoryUser = typeof directoryUsers.$inferSelect

/**
 * One change of a directory: its transaction (of the organization), the directory's row, locked, so
 * that changes of one directory happen one after the other, and who is behind it.
 */
export type DirectoryChange = {
  tx: Tx
  directory: Directory
  by: AuditEntry['actor']
  requestId?: string | undefined
}

/** The directory itself as the actor of what it pushes. */
export const actorOfDirectory = ({ id, name }: Pick<Directory, 'id' | 'name'>) => ({
  kind: 'directory' as const,
  id,
  name,
})

/** Writes what happened to a person because of a directory: names and numbers only. */
export async function auditPerson(
  change: DirectoryChange,
  action: string,
  object: { kind: string; id: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  const { tx, directory, by, requestId } = change
  await writeAuditEntry(tx, {
    organizationId: directory.organizationId,
    actor: by,
    action,
    objectKind: object.kind,
    objectId: object.id,
    details: { ...details, directory: directory.name },
    requestId,
  })
}
