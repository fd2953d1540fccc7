import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { directoryGroups, directoryUsers } from '#db/schema/directories'
import type { SandboxEvent } from '#lib/domain/directory'
import { newId } from '#lib/ids'
import type { DirectoryChange, DirectoryUser } from './context.ts'
import { followPeople } from './follow.ts'
import { addToGroup, removeFromGroup } from './group-members.ts'
import { followRoles } from './roles.ts'

const firstNames = ['Avery', 'Blake', 'Casey', 'Devin', 'Emery', 'Finley', 'Harper', 'Jordan']
const lastNames = ['Lindqvist', 'Okafor', 'Marsh', 'Tanaka', 'Ruiz', 'Novak', 'Haddad', 'Byrne']
const groupNames = ['Intake team', 'Billing team', 'Clinic leads']

/** The names go through all pairs, so that the first 64 people differ. */
const nameOf = (number: number) => ({
  first: firstNames[number % firstNames.length] ?? 'Avery',
  last:
    lastNames[(Math.floor(number / firstNames.length) + number) % lastNames.length] ?? 'Lindqvist',
})

const active = ({ directory }: DirectoryChange) =>
  and(
    eq(directoryUsers.directoryId, directory.id),
    eq(directoryUsers.active, true),
    isNull(directoryUsers.deletedAt),
  )

async function loadActive(change: DirectoryChange): Promise<DirectoryUser[]> {
  return await change.tx
    .select()
    .from(directoryUsers)
    .where(active(change))
    .orderBy(asc(directoryUsers.id))
}

async function groupCalled(change: DirectoryChange, displayName: string): Promise<string> {
  const { tx, directory } = change
  const { id: directoryId, organizationId } = directory
  const [known] = await tx
    .select({ id: directoryGroups.id })
    .from(directoryGroups)
    .where(
      and(
        eq(directoryGroups.directoryId, directoryId),
        eq(directoryGroups.displayName, displayName),
      ),
    )
  if (known) return known.id
  const id = newId()
  const providerId = `sandbox-group-${displayName.toLowerCase().replaceAll(' ', '-')}`
  await tx
    .insert(directoryGroups)
    .values({ id, organizationId, directoryId, displayName, providerId, externalId: providerId })
  return id
}

/** One more invented person, in one of the groups. Their addresses lead nowhere (RFC 6761). */
async function addPerson(change: DirectoryChange): Promise<DirectoryUser> {
  const { tx, directory } = change
  const { id: directoryId, organizationId } = directory
  const [{ number } = { number: 0 }] = await tx
    .select({ number: sql<number>`count(*)::integer` })
    .from(directoryUsers)
    .where(eq(directoryUsers.directoryId, directoryId))
  const { first, last } = nameOf(number)
  const email = `${first}.${last}.${number + 1}@${directoryId.slice(-12)}.example`.toLowerCase()
  const [after] = await tx
    .insert(directoryUsers)
    .values({
      id: newId(),
      organizationId,
      directoryId,
      userName: email,
      providerId: `sandbox-user-${number + 1}`,
      externalId: `sandbox-user-${number + 1}`,
      displayName: `${first} ${last}`,
      email,
      active: true,
      attributes: { name: { givenName: first, familyName: last } },
    })
    .returning()
  if (!after) throw new Error('a person of the sandbox was not written')
  await followPeople(change, [{ after }])
  const groupId = await groupCalled(change, groupNames[number % groupNames.length] ?? 'Intake team')
  await addToGroup(change, groupId, [after.id])
  await followRoles(change, [after.id])
  return after
}

/** Fills a new sandbox directory: three groups with people. */
export async function fillSandbox(change: DirectoryChange, people = 6): Promise<void> {
  for (let each = 0; each < people; each++) await addPerson(change)
}

async function movePerson(change: DirectoryChange): Promise<string> {
  const [person] = (await loadActive(change)).toReversed()
  if (!person) return 'Nobody is there to move.'
  const { rows } = await change.tx.execute<{ id: string; name: string }>(sql`
    select directory_groups.id, directory_groups.display_name as name
    from directory_group_members as inside
      join directory_groups on directory_groups.id = inside.group_id
    where inside.directory_user_id = ${person.id} order by directory_groups.display_name limit 1`)
  const [from] = rows
  const at = groupNames.indexOf(from?.name ?? '')
  const name = groupNames[(at + 1) % groupNames.length] ?? 'Intake team'
  if (from) await removeFromGroup(change, from.id, [person.id])
  await addToGroup(change, await groupCalled(change, name), [person.id])
  await followRoles(change, [person.id])
  return `${person.displayName} moved to ${name}.`
}

/** Switches off the people who joined last. */
async function switchOff(change: DirectoryChange, count: number): Promise<string> {
  const people = (await loadActive(change)).toReversed().slice(0, count)
  const changed = []
  for (const before of people) {
    const [after] = await change.tx
      .update(directoryUsers)
      .set({ active: false, updatedAt: new Date() })
      .where(eq(directoryUsers.id, before.id))
      .returning()
    if (after) changed.push({ before, after })
  }
  await followPeople(change, changed)
  const [first] = people
  if (!first) return 'Nobody is left to leave.'
  const [waiting] = await change.tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(eq(directoryUsers.directoryId, change.directory.id), isNotNull(directoryUsers.planId)),
    )
    .limit(1)
  if (waiting)
    return `${people.length} left the directory. So many at once wait for you: see the plan.`
  return people.length === 1
    ? `${first.displayName} left and has no access any more.`
    : `${people.length} people left and have no access any more.`
}

/** Lets something happen in a sandbox directory; answers what, in a sentence. */
export async function playSandbox(change: DirectoryChange, event: SandboxEvent): Promise<string> {
  if (event === 'joiner') return `${(await addPerson(change)).displayName} joined.`
  if (event === 'mover') return await movePerson(change)
  if (event === 'leaver') return await switchOff(change, 1)
  const { length } = await loadActive(change)
  return await switchOff(change, Math.max(2, Math.ceil(length / 3)))
}
