import type { DirectoryEvent, ReadGroup, ReadUser } from '#lib/domain/provider/read-directory'
import type { DirectoryChange } from './context.ts'
import { removeGroups, writeGroup, writeMembership } from './write-groups.ts'
import { writePeople, type WrittenUser } from './write-people.ts'

type Membership = { group: ReadGroup; user: ReadUser; isIn: boolean }

/** What is left of a page of events: the last of each person, group and membership counts. */
type Net = {
  users: Map<string, WrittenUser>
  groups: Map<string, ReadGroup | undefined>
  memberships: Map<string, Membership>
}

function addEvent({ users, groups, memberships }: Net, event: DirectoryEvent): void {
  switch (event.kind) {
    case 'user':
      users.set(event.user.id, { user: event.user, isNew: event.isNew })
      break
    case 'user-deleted':
      users.set(event.id, { gone: event.id })
      break
    case 'group':
      groups.set(event.group.id, event.group)
      break
    case 'group-deleted':
      groups.set(event.id, undefined)
      break
    case 'membership': {
      const { group, user, isIn } = event
      memberships.set(JSON.stringify([group.id, user.id]), { group, user, isIn })
      // Of somebody whom no other event is about, this one says all there is to know.
      if (!users.has(user.id)) users.set(user.id, { user, isNew: false })
      if (!groups.has(group.id)) groups.set(group.id, group)
      break
    }
    // The caller reads everything again.
    case 'unclear':
    case 'ended':
  }
}

/**
 * Writes what a page of events says, oldest first, in the caller's transaction. Only the result
 * counts: who was switched off and on again within the page loses nothing. The same page again
 * changes nothing.
 */
export async function writeEvents(
  change: DirectoryChange,
  events: readonly DirectoryEvent[],
): Promise<void> {
  const net: Net = { users: new Map(), groups: new Map(), memberships: new Map() }
  for (const event of events) addEvent(net, event)
  await writePeople(change, [...net.users.values()])
  const ids = new Map<string, string>()
  for (const [id, group] of net.groups) if (group) ids.set(id, await writeGroup(change, group))
  for (const { group, user, isIn } of net.memberships.values()) {
    const groupId = ids.get(group.id)
    if (groupId) await writeMembership(change, groupId, { userId: user.id, isIn })
  }
  const gone = [...net.groups].flatMap(([id, group]) => (group ? [] : [id]))
  await removeGroups(change, gone)
}
