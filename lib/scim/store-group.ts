import { and, eq, ne, sql } from 'drizzle-orm'
import type { Filter } from 'scim2-parse-filter'
import { directoryGroups } from '#db/schema/directories'
import type { DirectoryChange } from '#lib/directory/context'
import {
  addToGroup,
  countKnown,
  removeFromGroup,
  replaceInGroup,
} from '#lib/directory/group-members'
import { followRoles } from '#lib/directory/roles'
import { isUuid, newId } from '#lib/ids'
import { badFilter, badPath, badValue, noResource, ScimError } from './error.ts'
import { normaliseOperations, normaliseResource, type Operation } from './normalise.ts'
import { parseFilter } from './path.ts'
import { isObject } from './schemas.ts'

export type DirectoryGroupRow = typeof directoryGroups.$inferSelect

const now = sql`clock_timestamp()`
const maxName = 1000
const maxExternalId = 20_000
const maxMembers = 100_000

function nameOf(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw badValue('displayName is missing.')
  if (value.length > maxName) throw badValue(`displayName has at most ${maxName} characters.`)
  return value
}

function externalIdOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || value.length > maxExternalId)
    throw badValue(`externalId is a text of at most ${maxExternalId} characters.`)
  return value
}

/** The ids of a list of members. A null list is an empty one: Okta sends it. */
function idsOf(value: unknown): string[] {
  if (value === null || value === undefined) return []
  const given: unknown[] = Array.isArray(value) ? value : [value]
  if (given.length > maxMembers) throw badValue(`A group has at most ${maxMembers} members.`)
  const ids = given.map((each) => (isObject(each) ? each['value'] : each))
  if (!ids.every((id) => typeof id === 'string'))
    throw badValue('A member has the id as its value.')
  return [...new Set(ids.map((id) => id.toLowerCase()))]
}

/** People whom the directory does not know cannot be members. */
async function knownIds(change: DirectoryChange, value: unknown): Promise<string[]> {
  const ids = idsOf(value)
  const known = ids.every(isUuid) ? await countKnown(change, ids) : 0
  if (known !== ids.length)
    throw badValue('A member is no user of this directory. Create the user first.')
  return ids
}

/** The ids that a condition names one by one; any other condition is refused. */
function namedIds(filter: Filter): string[] {
  if (filter.op === 'or' && 'filters' in filter) return filter.filters.flatMap(namedIds)
  const isNamed = filter.op === 'eq' && 'compValue' in filter
  if (isNamed && filter.attrPath.toLowerCase() === 'value' && typeof filter.compValue === 'string')
    return [filter.compValue.toLowerCase()]
  throw badFilter('Members are named one by one: members[value eq "id"].')
}

async function requireFreeName(
  { tx, directory }: DirectoryChange,
  displayName: string,
  own?: string,
): Promise<void> {
  const [taken] = await tx
    .select({ id: directoryGroups.id })
    .from(directoryGroups)
    .where(
      and(
        eq(directoryGroups.directoryId, directory.id),
        eq(sql`lower(${directoryGroups.displayName})`, sql`lower(${displayName}::text)`),
        own === undefined ? undefined : ne(directoryGroups.id, own),
      ),
    )
  if (taken) throw new ScimError(409, 'Another group has this displayName.', 'uniqueness')
}

/** Finds a group of the directory and locks it. Throws 404. */
export async function lockGroup(
  { tx, directory }: DirectoryChange,
  id: string,
): Promise<DirectoryGroupRow> {
  const [row] = await tx
    .select()
    .from(directoryGroups)
    .where(and(eq(directoryGroups.id, id), eq(directoryGroups.directoryId, directory.id)))
    .for('update')
  if (!row) throw noResource('group')
  return row
}

type Fields = { displayName: string; externalId: string | null }

/** Writes name and external id, if they changed; says whether they did. */
async function writeFields(
  change: DirectoryChange,
  before: DirectoryGroupRow,
  { displayName, externalId }: Fields,
): Promise<boolean> {
  if (displayName === before.displayName && externalId === before.externalId) return false
  if (displayName !== before.displayName) await requireFreeName(change, displayName, before.id)
  await change.tx
    .update(directoryGroups)
    .set({ displayName, externalId })
    .where(eq(directoryGroups.id, before.id))
  return true
}

/** What follows from a changed group: its version, and the roles of those who came or went. */
async function finish(
  change: DirectoryChange,
  groupId: string,
  { isChanged, people }: { isChanged: boolean; people: string[] },
): Promise<void> {
  if (!isChanged && people.length === 0) return
  await change.tx
    .update(directoryGroups)
    .set({ updatedAt: now })
    .where(eq(directoryGroups.id, groupId))
  await followRoles(change, [...new Set(people)])
}

/** POST (RFC 7644 §3.3). Throws 400, and 409 for a displayName that is taken. */
export async function createGroup(change: DirectoryChange, body: unknown): Promise<string> {
  const given = normaliseResource(body)
  const displayName = nameOf(given['displayName'])
  const externalId = externalIdOf(given['externalId'])
  await requireFreeName(change, displayName)
  const ids = await knownIds(change, given['members'])
  const { id: directoryId, organizationId } = change.directory
  const id = newId()
  await change.tx
    .insert(directoryGroups)
    .values({ id, organizationId, directoryId, displayName, externalId, updatedAt: now })
  await addToGroup(change, id, ids)
  return id
}

/** PUT (RFC 7644 §3.5.1): a group without `members` has none. */
export async function replaceGroup(
  change: DirectoryChange,
  before: DirectoryGroupRow,
  body: unknown,
): Promise<string> {
  const given = normaliseResource(body)
  const fields = {
    displayName: nameOf(given['displayName']),
    externalId: externalIdOf(given['externalId']),
  }
  const ids = await knownIds(change, given['members'])
  const isChanged = await writeFields(change, before, fields)
  const people = await replaceInGroup(change, before.id, ids)
  await finish(change, before.id, { isChanged, people })
  return before.id
}

/** One operation on the members; returns those who came or went. */
async function changeMembers(
  change: DirectoryChange,
  groupId: string,
  { op, path, value }: Operation,
): Promise<string[]> {
  const condition = /^members\[(.*)\]$/is.exec(path)?.[1]
  if (condition !== undefined) {
    const ids = namedIds(parseFilter(condition))
    if (op === 'remove') return await removeFromGroup(change, groupId, ids.filter(isUuid))
    return await addToGroup(change, groupId, await knownIds(change, ids))
  }
  // A path that is cut off must not mean all members.
  if (path.toLowerCase() !== 'members')
    throw badPath('The path is not valid: members, or members[value eq "id"].')
  if (op === 'add') return await addToGroup(change, groupId, await knownIds(change, value))
  if (op === 'replace') return await replaceInGroup(change, groupId, await knownIds(change, value))
  // Without a value a removal means all (RFC 7644 §3.5.2.2); a null names nobody and is a mistake.
  if (value === undefined) return await replaceInGroup(change, groupId, [])
  if (value === null) throw badValue('Name the members to remove, or leave the value out for all.')
  return await removeFromGroup(change, groupId, idsOf(value).filter(isUuid))
}

/** PATCH (RFC 7644 §3.5.2). Unknown attributes are ignored; all other operations happen, or none. */
export async function modifyGroup(
  change: DirectoryChange,
  before: DirectoryGroupRow,
  body: unknown,
): Promise<string> {
  const fields: Fields = { displayName: before.displayName, externalId: before.externalId }
  const people: string[] = []
  for (const operation of normaliseOperations(body)) {
    const { op, path, value } = operation
    const attribute = path.toLowerCase()
    if (attribute === 'displayname') {
      if (op === 'remove') throw new ScimError(400, 'displayName cannot be removed.', 'mutability')
      fields.displayName = nameOf(value)
    } else if (attribute === 'externalid')
      fields.externalId = op === 'remove' ? null : externalIdOf(value)
    else if (/^members(?![\w$-])/.test(attribute))
      people.push(...(await changeMembers(change, before.id, operation)))
  }
  const isChanged = await writeFields(change, before, fields)
  await finish(change, before.id, { isChanged, people })
  return before.id
}

/** DELETE (RFC 7644 §3.6): its people lose the role that it gave. */
export async function deleteGroup(
  change: DirectoryChange,
  { id }: DirectoryGroupRow,
): Promise<void> {
  const people = await replaceInGroup(change, id, [])
  await change.tx.delete(directoryGroups).where(eq(directoryGroups.id, id))
  await followRoles(change, people)
}
