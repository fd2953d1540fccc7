import { eq } from 'drizzle-orm'
import { directoryGroups } from '#db/schema/directories'
import { groupCalendars } from '#db/schema/group-calendars'
import type { DirectoryGroupView } from '#lib/contracts/organization/directories'
import { ApiError } from '#lib/domain/api-error'
import { getCalendarOrThrow } from '../calendars/find-calendar.ts'
import { defineOperation } from '../define-operation.ts'
import { directoryGroupView, loadGroups } from './load-groups.ts'

type Input = { id: string; calendar: string | null }

/** Says by which calendar the screens of a group count working time. */
export const setDirectoryGroupCalendar = defineOperation<Input, DirectoryGroupView>({
  name: 'setDirectoryGroupCalendar',
  permission: 'directories:manage',
  audit: ({ input, output }) => ({
    action: 'directory.group-calendar-set',
    objectKind: 'directory-group',
    objectId: output.id,
    details: { name: output.name, calendar: input.calendar },
  }),
  async run({ actor, input: { id, calendar }, tx }) {
    const [group] = await tx.select().from(directoryGroups).where(eq(directoryGroups.id, id))
    if (!group) throw ApiError.notFound('directory group', id)
    if (calendar === null) await tx.delete(groupCalendars).where(eq(groupCalendars.groupId, id))
    else {
      const { id: calendarId } = await getCalendarOrThrow(tx, calendar)
      await tx
        .insert(groupCalendars)
        .values({ organizationId: actor.organizationId, groupId: id, calendarId })
        .onConflictDoUpdate({ target: groupCalendars.groupId, set: { calendarId } })
    }
    const [after] = await loadGroups(tx, { id, limit: 1 })
    if (!after) throw ApiError.notFound('directory group', id)
    return directoryGroupView(after)
  },
})
