import { and, asc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directories, directoryGroupRoles, directoryGroups } from '#db/schema/directories'
import { businessCalendars } from '#db/schema/calendars'
import { groupCalendars } from '#db/schema/group-calendars'
import type { DirectoryGroupView } from '#lib/contracts/organization/directories'

type Wanted = {
  id?: string
  directory?: string | undefined
  /** Only the groups that this member is in, while their directory has them active. */
  member?: string
  after?: readonly [string, string] | undefined
  limit: number
}

const people = sql<number>`(
  select count(*)::integer from directory_group_members as inside
    join directory_users as person on person.id = inside.directory_user_id
  where inside.group_id = ${directoryGroups.id} and person.active and person.deleted_at is null)`

const hasMember = (userId: string) => sql`exists (
  select from directory_group_members as inside
    join directory_users as person on person.id = inside.directory_user_id
  where inside.group_id = ${directoryGroups.id} and person.user_id = ${userId}
    and person.active and person.deleted_at is null)`

/** Groups with their directory, the number of their active people and their role, by name. */
export const loadGroups = async (tx: Tx, { id, directory, member, after, limit }: Wanted) =>
  await tx
    .select({
      group: directoryGroups,
      directory: { id: directories.id, name: directories.name },
      role: directoryGroupRoles.role,
      calendar: businessCalendars.slug,
      people,
    })
    .from(directoryGroups)
    .innerJoin(directories, eq(directories.id, directoryGroups.directoryId))
    .leftJoin(directoryGroupRoles, eq(directoryGroupRoles.groupId, directoryGroups.id))
    .leftJoin(groupCalendars, eq(groupCalendars.groupId, directoryGroups.id))
    .leftJoin(businessCalendars, eq(businessCalendars.id, groupCalendars.calendarId))
    .where(
      and(
        id === undefined ? undefined : eq(directoryGroups.id, id),
        directory === undefined ? undefined : eq(directoryGroups.directoryId, directory),
        member === undefined ? undefined : hasMember(member),
        after &&
          sql`(${directoryGroups.displayName}, ${directoryGroups.id})
            > (${after[0]}, ${after[1]}::uuid)`,
      ),
    )
    .orderBy(asc(directoryGroups.displayName), asc(directoryGroups.id))
    .limit(limit)

/** A group as it is answered. */
export const directoryGroupView = ({
  group,
  directory,
  role,
  calendar,
  people: count,
}: Awaited<ReturnType<typeof loadGroups>>[number]): DirectoryGroupView => ({
  id: group.id,
  name: group.displayName,
  externalId: group.externalId,
  directory,
  people: count,
  role,
  calendar,
})
