import { isDeepStrictEqual } from 'node:util'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { directoryUsers } from '#db/schema/directories'
import { addressOf, displayNameOf } from '#lib/directory/person-fields'
import { followPeople } from '#lib/directory/follow'
import { forgetDeleted } from '#lib/directory/leave'
import type { DirectoryChange, DirectoryUser } from '#lib/directory/context'
import { newId } from '#lib/ids'
import { badValue, noResource, ScimError } from './error.ts'
import { normaliseOperations, normaliseResource } from './normalise.ts'
import { patchUser } from './patch-user.ts'
import { coerceUser, type Json } from './schemas.ts'

type Stored = Pick<
  DirectoryUser,
  'userName' | 'externalId' | 'displayName' | 'email' | 'active' | 'attributes'
>

/** 200 characters suffice for any name; an external id is opaque text of any form. */
const maxName = 1000
const maxExternalId = 20_000

function textOf(value: unknown, name: string, max: number): string {
  if (typeof value !== 'string' || value.trim() === '') throw badValue(`${name} is missing.`)
  if (value.length > max) throw badValue(`${name} has at most ${max} characters.`)
  return value
}

/** The columns of a coerced user; without `active` the user keeps theirs, a new one is active. */
function storedOf(user: Json, before?: DirectoryUser): Stored {
  const { userName, externalId, active, ...attributes } = user
  const name = textOf(userName, 'userName', maxName)
  return {
    userName: name,
    externalId: externalId === undefined ? null : textOf(externalId, 'externalId', maxExternalId),
    displayName: displayNameOf(user),
    email: addressOf(user),
    active: typeof active === 'boolean' ? active : (before?.active ?? true),
    attributes,
  }
}

/** The resource as the directory wrote it. */
export const resourceOf = (row: DirectoryUser): Json => ({
  userName: row.userName,
  ...(row.externalId === null ? {} : { externalId: row.externalId }),
  ...row.attributes,
  active: row.active,
})

async function requireFreeName(
  { tx, directory }: DirectoryChange,
  userName: string,
  own?: string,
): Promise<void> {
  const [taken] = await tx
    .select({ id: directoryUsers.id })
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.directoryId, directory.id),
        eq(sql`lower(${directoryUsers.userName})`, sql`lower(${userName}::text)`),
        isNull(directoryUsers.deletedAt),
        own === undefined ? undefined : ne(directoryUsers.id, own),
      ),
    )
  if (taken) throw new ScimError(409, 'Another user has this userName.', 'uniqueness')
}

/** Finds a user of the directory and locks them. Throws 404. */
export async function lockUser(
  { tx, directory }: DirectoryChange,
  id: string,
): Promise<DirectoryUser> {
  const [row] = await tx
    .select()
    .from(directoryUsers)
    .where(
      and(
        eq(directoryUsers.id, id),
        eq(directoryUsers.directoryId, directory.id),
        isNull(directoryUsers.deletedAt),
      ),
    )
    .for('update')
  if (!row) throw noResource('user')
  return row
}

const now = sql`clock_timestamp()`

/** Writes a user and what follows for the members; nothing when nothing changed. */
async function writeUser(
  change: DirectoryChange,
  before: DirectoryUser,
  user: Json,
): Promise<string> {
  const stored = storedOf(user, before)
  const same = Object.entries(stored).every(([key, value]) =>
    isDeepStrictEqual(before[key as keyof Stored], value),
  )
  if (same) return before.id
  if (stored.userName !== before.userName) await requireFreeName(change, stored.userName, before.id)
  const [after] = await change.tx
    .update(directoryUsers)
    .set({ ...stored, updatedAt: now })
    .where(eq(directoryUsers.id, before.id))
    .returning()
  if (after) await followPeople(change, [{ before, after }])
  return before.id
}

/** POST (RFC 7644 §3.3). Throws 400, and 409 for a userName that is taken. */
export async function createUser(change: DirectoryChange, body: unknown): Promise<string> {
  const stored = storedOf(coerceUser(normaliseResource(body)))
  await requireFreeName(change, stored.userName)
  const { id: directoryId, organizationId } = change.directory
  const [after] = await change.tx
    .insert(directoryUsers)
    .values({ id: newId(), organizationId, directoryId, ...stored, updatedAt: now })
    .returning()
  if (!after) throw new Error('a user was not written')
  await followPeople(change, [{ after }])
  return after.id
}

/** PUT (RFC 7644 §3.5.1); a user without `active` keeps theirs. */
export const replaceUser = async (
  change: DirectoryChange,
  before: DirectoryUser,
  body: unknown,
): Promise<string> => await writeUser(change, before, coerceUser(normaliseResource(body)))

/** PATCH (RFC 7644 §3.5.2). */
export const modifyUser = async (
  change: DirectoryChange,
  before: DirectoryUser,
  body: unknown,
): Promise<string> =>
  await writeUser(
    change,
    before,
    coerceUser(patchUser(resourceOf(before), normaliseOperations(body))),
  )

/** DELETE (RFC 7644 §3.6). The row stays a day, so that leavers can be counted. */
export async function deleteUser(change: DirectoryChange, before: DirectoryUser): Promise<void> {
  await change.tx.execute(
    sql`delete from directory_group_members where directory_user_id = ${before.id}`,
  )
  const [after] = await change.tx
    .update(directoryUsers)
    .set({ active: false, deletedAt: new Date(), updatedAt: now })
    .where(eq(directoryUsers.id, before.id))
    .returning()
  if (after) await followPeople(change, [{ before, after }])
  await forgetDeleted(change)
}
