import { eq } from 'drizzle-orm'
import { directoryGroupMembers, directoryGroupRoles, directoryGroups } from '#db/schema/directories'
import type { DirectoryGroupView } from '#lib/contracts/organization/directories'
import { followRoles } from '#lib/directory/roles'
import { ApiError } from '#lib/domain/api-error'
import { requireRole } from '../access/require-role.ts'
import { defineOperation } from '../define-operation.ts'
import { lockDirectory } from './load-directory.ts'
import { directoryGroupView, loadGroups } from './load-groups.ts'

type Input = { id: string; role: string | null }

/** Gives a group a role, or takes it away; its people have it from their next request on. */
export const setDirectoryGroupRole = defineOperation<Input, DirectoryGroupView>({
  name: 'setDirectoryGroupRole',
  permission: 'directories:manage',
  needsConfirmation: true,
  audit: ({ input, output }) => ({
    action: 'directory.group-role-set',
    objectKind: 'directory-group',
    objectId: output.id,
    details: { name: output.name, directory: output.directory.name, role: input.role },
  }),
  async run({ actor, input: { id, role }, tx, info }) {
    const [group] = await tx.select().from(directoryGroups).where(eq(directoryGroups.id, id))
    if (!group) throw ApiError.notFound('directory group', id)
    if (role !== null) await requireRole(tx, actor, role)
    const change = await lockDirectory(tx, group.directoryId, { actor, info })
    if (role === null)
      await tx.delete(directoryGroupRoles).where(eq(directoryGroupRoles.groupId, id))
    else
      await tx
        .insert(directoryGroupRoles)
        .values({ organizationId: actor.organizationId, groupId: id, role })
        .onConflictDoUpdate({ target: directoryGroupRoles.groupId, set: { role } })
    const inside = await tx
      .select({ id: directoryGroupMembers.directoryUserId })
      .from(directoryGroupMembers)
      .where(eq(directoryGroupMembers.groupId, id))
    await followRoles(
      change,
      inside.map((person) => person.id),
    )
    const [after] = await loadGroups(tx, { id, limit: 1 })
    if (!after) throw ApiError.notFound('directory group', id)
    return directoryGroupView(after)
  },
})
