import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { directories, directoryGroups, directoryUsers } from '#db/schema/directories'
import { removeGroups, writeGroup, writeMembers } from '#lib/directory/write-groups'
import { writePeople, type WrittenUser } from '#lib/directory/write-people'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import type { ReadDirectory } from '#lib/domain/provider/read-directory'
import type { DirectoryPort } from '#lib/integrations/directory/port'
import { inChange, type DirectoryAddress } from './in-change.ts'

/** A directory connection whose provider can be read whole. */
export type ReadablePort = Required<DirectoryPort>

/** People of one transaction, so that nobody waits long for a locked row. */
const batchSize = 100
/** So many of those who are missing in the list are asked for one by one. */
const maxAsked = 100

type Known = { users: Map<string, boolean>; groups: string[] }

/** The provider's ids that we have: people, and whether they are active; groups. */
async function loadKnown(at: DirectoryAddress): Promise<Known> {
  return await inChange(at, async ({ tx, directory }) => {
    const users = await tx
      .select({ id: directoryUsers.providerId, active: directoryUsers.active })
      .from(directoryUsers)
      .where(
        and(
          eq(directoryUsers.directoryId, directory.id),
          isNotNull(directoryUsers.providerId),
          isNull(directoryUsers.deletedAt),
        ),
      )
    const groups = await tx
      .select({ id: directoryGroups.providerId })
      .from(directoryGroups)
      .where(
        and(eq(directoryGroups.directoryId, directory.id), isNotNull(directoryGroups.providerId)),
      )
    return {
      users: new Map(users.map(({ id, active }) => [id ?? '', active])),
      groups: groups.map(({ id }) => id ?? ''),
    }
  })
}

/**
 * Throws when the directory still has somebody who is missing in its list: then the list was
 * partial, whatever its answer said.
 */
async function requireGone(
  port: ReadablePort,
  missing: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const there = await port.stillThere(missing.slice(0, maxAsked), signal)
  if (there.length === 0) return
  throw new ApiError(
    'provider_error',
    `The list of people lacks ${there.length} whom the directory still has. Nothing was changed; ` +
      'it is read again.',
    { code: 'incomplete_list' },
  )
}

function inBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < all.length; start += batchSize)
    batches.push(all.slice(start, start + batchSize))
  return batches
}

/** Writes what the directory has. The leavers come last and together: too many become a plan. */
async function write(
  at: DirectoryAddress,
  { users, groups }: ReadDirectory,
  { known, missing, cursor }: { known: Known; missing: string[]; cursor: string | null },
): Promise<void> {
  const isLeaver = (id: string, active: boolean) => !active && known.users.get(id) === true
  const staying = users.filter(({ id, active }) => !isLeaver(id, active))
  const leaving: WrittenUser[] = users
    .filter(({ id, active }) => isLeaver(id, active))
    .map((user) => ({ user }))
  for (const batch of inBatches(staying))
    await inChange(at, async (change) => {
      const people = batch.map((user) => ({ user }))
      await writePeople(change, people)
    })
  for (const group of groups)
    await inChange(at, async (change) => {
      await writeMembers(change, await writeGroup(change, group), group.members)
    })
  const read = new Set(groups.map(({ id }) => id))
  await inChange(at, async (change) => {
    await removeGroups(
      change,
      known.groups.filter((id) => !read.has(id)),
    )
    const gone = missing.map((id) => ({ gone: id }))
    await writePeople(change, [...leaving, ...gone])
    await change.tx
      .update(directories)
      .set({ cursor, needsReconcile: false, reconciledAt: new Date() })
      .where(eq(directories.id, at.id))
  })
}

/**
 * Reads the whole directory and makes ours the same. Everything is read before anything is written,
 * so a read that breaks off changes nothing. Events that happen meanwhile come after the place of
 * the last event, which is read first. Answers what was read, in a sentence.
 */
export async function reconcile(
  at: DirectoryAddress,
  port: ReadablePort,
  signal: AbortSignal,
): Promise<string> {
  const cursor = await port.lastEvent(signal)
  const read = await port.readDirectory(signal)
  const known = await loadKnown(at)
  const listed = new Set(read.users.map(({ id }) => id))
  const missing = [...known.users.keys()].filter((id) => !listed.has(id))
  await requireGone(port, missing, signal)
  await write(at, read, { known, missing, cursor })
  const people = countOf(read.users.length, 'person', 'people')
  return `Everything was read: ${people}, ${countOf(read.groups.length, 'group')}.`
}
