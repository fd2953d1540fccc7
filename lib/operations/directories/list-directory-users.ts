import { and, asc, eq, ilike, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories'
import { members } from '#db/schema/people'
import type { DirectoryUserView } from '#lib/contracts/organization/directories'
import type { Page, PageQuery } from '#lib/domain/page'
import { loadRoleNames } from '../access/load-role-names.ts'
import { containing } from '../containing.ts'
import { defineOperation } from '../define-operation.ts'
import { cursorValue, keysetPage } from '../keyset.ts'
import { getDirectoryView } from './load-directory.ts'

type Input = PageQuery & {
  id: string
  waits?: 'true' | 'false' | undefined
  search?: string | undefined
}

const groupNames = sql<string[]>`array(
  select directory_groups.display_name from directory_group_members as inside
    join directory_groups on directory_groups.id = inside.group_id
  where inside.directory_user_id = ${directoryUsers.id}
  order by directory_groups.display_name limit 50)`

const found = (text: string) =>
  or(
    ilike(directoryUsers.displayName, containing(text)),
    ilike(directoryUsers.email, containing(text)),
  )

const memberOf = and(
  eq(members.userId, directoryUsers.userId),
  eq(members.organizationId, directoryUsers.organizationId),
)

/** The people of a directory by name: what it says of them, and what they have here. */
export const listDirectoryUsers = defineOperation<Input, Page<DirectoryUserView>>({
  name: 'listDirectoryUsers',
  permission: 'directories:manage',
  async run({ actor, input, tx }) {
    await getDirectoryView(tx, input.id)
    const { displayName, id, planId } = directoryUsers
    const waits = { true: isNotNull(planId), false: isNull(planId) }
    const nameOfRole = await loadRoleNames(tx, actor.organizationId)
    // Who was deleted in the directory is shown only while the end of their access waits.
    const shown = sql`(${directoryUsers.deletedAt} is null or ${planId} is not null)`
    return await keysetPage(input, {
      shape: [cursorValue.text, cursorValue.uuid],
      rows: (after, limit) =>
        tx
          .select({ user: directoryUsers, member: members, groups: groupNames })
          .from(directoryUsers)
          .leftJoin(members, memberOf)
          .where(
            and(
              eq(directoryUsers.directoryId, input.id),
              shown,
              input.waits && waits[input.waits],
              input.search ? found(input.search) : undefined,
              after && sql`(${displayName}, ${id}) > (${after[0]}, ${after[1]}::uuid)`,
            ),
          )
          .orderBy(asc(displayName), asc(id))
          .limit(limit),
      keyOf: ({ user }) => [user.displayName, user.id],
      view({ user, member, groups }) {
        const role = member?.disabledAt === null ? member.role : null
        return {
          id: user.id,
          name: user.displayName,
          userName: user.userName,
          email: user.email,
          active: user.active,
          memberId: member?.userId ?? null,
          role,
          roleName: role === null ? null : nameOfRole(role),
          groups,
          problem: user.problem,
          waits: user.planId !== null,
        }
      },
    })
  },
})
