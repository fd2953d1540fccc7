import { and, eq, inArray, sql } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories'
import type { ReadUser } from '#lib/domain/provider/read-directory'
import { newId } from '#lib/ids'
import type { DirectoryChange, DirectoryUser } from './context.ts'
import { followPeople, type ChangedUser } from './follow.ts'
import { forgetDeleted } from './leave.ts'
import { addressOf, displayNameOf } from './person-fields.ts'

/** A person who is written, or the id of one whom the directory has no more. */
export type WrittenUser = { user: ReadUser; isNew?: boolean } | { gone: string }

const idOf = (each: WrittenUser): string => ('gone' in each ? each.gone : each.user.id)

type Values = Pick<
  DirectoryUser,
  'userName' | 'externalId' | 'displayName' | 'email' | 'active' | 'attributes'
>

function valuesOf({ id, externalId, name, email, userName, active, updatedAt }: ReadUser): Values {
  return {
    // Unique in the directory; what people sign in with there may be given twice.
    userName: id,
    externalId,
    displayName: displayNameOf({ displayName: name, userName }),
    email: addressOf({ emails: email ? [{ value: email, primary: true }] : [], userName }),
    active,
    // Not the other attributes: what we do not use, we do not keep.
    attributes: updatedAt === null ? {} : { updatedAt },
  }
}

/** Whether what we have is newer: an event may be about a state that was read over long ago. */
function isOlder({ updatedAt }: ReadUser, { attributes }: DirectoryUser): boolean {
  const known = attributes['updatedAt']
  if (updatedAt === null || typeof known !== 'string') return false
  return Date.parse(updatedAt) < Date.parse(known)
}

const isSame = (before: DirectoryUser, values: Values): boolean =>
  before.deletedAt === null &&
  before.externalId === values.externalId &&
  before.displayName === values.displayName &&
  before.email === values.email &&
  before.active === values.active &&
  before.attributes['updatedAt'] === values.attributes['updatedAt']

async function insertUser({ tx, directory }: DirectoryChange, user: ReadUser) {
  const { id: directoryId, organizationId } = directory
  const [row] = await tx
    .insert(directoryUsers)
    .values({ id: newId(), organizationId, directoryId, providerId: user.id, ...valuesOf(user) })
    .returning()
  return row
}

async function updateUser(
  { tx }: DirectoryChange,
  { id }: DirectoryUser,
  values: Partial<DirectoryUser>,
) {
  const [row] = await tx
    .update(directoryUsers)
    .set({ ...values, updatedAt: sql`clock_timestamp()` })
    .where(eq(directoryUsers.id, id))
    .returning()
  return row
}

/** Writes one person; undefined when nothing changed. */
async function writeOne(
  change: DirectoryChange,
  before: DirectoryUser | undefined,
  given: WrittenUser,
): Promise<ChangedUser | undefined> {
  if ('gone' in given) {
    if (!before || before.deletedAt !== null) return undefined
    await change.tx.execute(
      sql`delete from directory_group_members where directory_user_id = ${before.id}`,
    )
    const after = await updateUser(change, before, { active: false, deletedAt: new Date() })
    return after && { before, after }
  }
  if (!before) {
    const after = await insertUser(change, given.user)
    return after && { after }
  }
  // A change that was under way while the person was deleted does not bring them back.
  const isLate = before.deletedAt !== null && given.isNew === false
  const values = valuesOf(given.user)
  if (isLate || isOlder(given.user, before) || isSame(before, values)) return undefined
  const after = await updateUser(change, before, { ...values, deletedAt: null })
  return after && { before, after }
}

/** The people of the directory with these provider's ids, locked. */
async function lockPeople(
  { tx, directory }: DirectoryChange,
  ids: readonly string[],
): Promise<Map<string, DirectoryUser>> {
  const rows = await tx
    .select()
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.directoryId, directory.id),
        inArray(directoryUsers.providerId, [...ids]),
      ),
    )
    .orderBy(directoryUsers.id)
    .for('update')
  return new Map(rows.map((row) => [row.providerId ?? '', row]))
}

/**
 * Writes people as a directory that we read has them, and draws the consequences for the members.
 * Leavers of one call count together, so that too many of them wait in one plan.
 */
export async function writePeople(
  change: DirectoryChange,
  people: readonly WrittenUser[],
): Promise<void> {
  if (people.length === 0) return
  const known = await lockPeople(change, people.map(idOf))
  const changed: ChangedUser[] = []
  for (const each of people) {
    const one = await writeOne(change, known.get(idOf(each)), each)
    if (one) changed.push(one)
  }
  await followPeople(change, changed)
  await forgetDeleted(change)
}
