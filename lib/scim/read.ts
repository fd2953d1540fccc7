import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { directoryGroups, directoryUsers } from '#db/schema/directories'
import type { DirectoryUser } from '#lib/directory/context'
import { noResource } from './error.ts'
import { filterOf } from './filter-sql.ts'
import { isWanted, project, type Projection } from './projection.ts'
import { enterpriseSchemaId, groupSchemaId, userSchemaId, type Json } from './schemas.ts'
import type { DirectoryGroupRow } from './store-group.ts'
import { resourceOf } from './store-user.ts'

export type Kind = 'user' | 'group'

/** What reading needs: the transaction, the directory, the address of its resources. */
export type Reading = { tx: Tx; directoryId: string; base: string; projection: Projection }

/** A resource with its version for ETag (RFC 7644 §3.14). */
export type Versioned = { resource: Json; version: string; location: string }

/** Changes of one directory happen one after the other, so no two have the same microsecond. */
const micros = (column: SQL | typeof directoryUsers.updatedAt) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`

const versionOf = (stamp: string): string => `W/"${BigInt(stamp).toString(36)}"`

type Stamped<Row> = { row: Row; stamp: string }

function metaOf(
  resourceType: 'User' | 'Group',
  { row, stamp }: Stamped<{ id: string; createdAt: Date; updatedAt: Date }>,
  base: string,
) {
  const location = `${base}/${resourceType}s/${row.id}`
  return {
    resourceType,
    created: row.createdAt.toISOString(),
    lastModified: row.updatedAt.toISOString(),
    location,
    version: versionOf(stamp),
  }
}

type Link = { owner: string; value: string; display: string }

/** The other side of memberships for these rows, by the id of the row. */
async function loadLinks(
  tx: Tx,
  kind: Kind,
  ids: string[],
): Promise<Map<string, Omit<Link, 'owner'>[]>> {
  const list = sql`${sql.param(ids)}::uuid[]`
  const { rows } = await tx.execute<Link>(
    kind === 'user'
      ? sql`select inside.directory_user_id as owner, inside.group_id as value,
            directory_groups.display_name as display
          from directory_group_members as inside
            join directory_groups on directory_groups.id = inside.group_id
          where inside.directory_user_id = any(${list}) order by inside.group_id`
      : sql`select inside.group_id as owner, inside.directory_user_id as value,
            directory_users.display_name as display
          from directory_group_members as inside
            join directory_users on directory_users.id = inside.directory_user_id
          where inside.group_id = any(${list}) order by inside.directory_user_id`,
  )
  const links = new Map<string, Omit<Link, 'owner'>[]>()
  for (const { owner, ...link } of rows) {
    const known = links.get(owner)
    if (known) known.push(link)
    else links.set(owner, [link])
  }
  return links
}

async function viewUsers(
  { tx, base, projection }: Reading,
  rows: Stamped<DirectoryUser>[],
): Promise<Versioned[]> {
  const ids = rows.map(({ row }) => row.id)
  const links = isWanted(projection, 'groups') ? await loadLinks(tx, 'user', ids) : new Map()
  return rows.map((each) => {
    const { row } = each
    const stored = resourceOf(row)
    const groups = links.get(row.id)?.map((link: Omit<Link, 'owner'>) => ({
      ...link,
      $ref: `${base}/Groups/${link.value}`,
      type: 'direct',
    }))
    const meta = metaOf('User', each, base)
    const extended = enterpriseSchemaId in stored ? [enterpriseSchemaId] : []
    const resource = {
      schemas: [userSchemaId, ...extended],
      id: row.id,
      ...stored,
      ...(groups ? { groups } : {}),
      meta,
    }
    return {
      resource: project(resource, projection),
      version: meta.version,
      location: meta.location,
    }
  })
}

async function viewGroups(
  { tx, base, projection }: Reading,
  rows: Stamped<DirectoryGroupRow>[],
): Promise<Versioned[]> {
  const ids = rows.map(({ row }) => row.id)
  const withMembers = isWanted(projection, 'members')
  const links = withMembers ? await loadLinks(tx, 'group', ids) : new Map()
  return rows.map((each) => {
    const { row } = each
    const members = (links.get(row.id) ?? []).map((link: Omit<Link, 'owner'>) => ({
      ...link,
      $ref: `${base}/Users/${link.value}`,
      type: 'User',
    }))
    const meta = metaOf('Group', each, base)
    const resource = {
      schemas: [groupSchemaId],
      id: row.id,
      ...(row.externalId === null ? {} : { externalId: row.externalId }),
      displayName: row.displayName,
      ...(withMembers ? { members } : {}),
      meta,
    }
    return {
      resource: project(resource, projection),
      version: meta.version,
      location: meta.location,
    }
  })
}

const userIn = ({ directoryId }: Reading, where?: SQL) =>
  and(eq(directoryUsers.directoryId, directoryId), isNull(directoryUsers.deletedAt), where)
const groupIn = ({ directoryId }: Reading, where?: SQL) =>
  and(eq(directoryGroups.directoryId, directoryId), where)

/** A page by offset, in the order of ids, which never changes. */
type Range = { offset: number; limit: number }

async function loadUsers(reading: Reading, where: SQL | undefined, { offset, limit }: Range) {
  const rows = await reading.tx
    .select({ row: directoryUsers, stamp: micros(directoryUsers.updatedAt) })
    .from(directoryUsers)
    .where(userIn(reading, where))
    .orderBy(asc(directoryUsers.id))
    .offset(offset)
    .limit(limit)
  return await viewUsers(reading, rows)
}

async function loadGroups(reading: Reading, where: SQL | undefined, { offset, limit }: Range) {
  const rows = await reading.tx
    .select({ row: directoryGroups, stamp: micros(sql`${directoryGroups.updatedAt}`) })
    .from(directoryGroups)
    .where(groupIn(reading, where))
    .orderBy(asc(directoryGroups.id))
    .offset(offset)
    .limit(limit)
  return await viewGroups(reading, rows)
}

/** One resource. Throws 404. */
export async function readOne(reading: Reading, kind: Kind, id: string): Promise<Versioned> {
  const range = { offset: 0, limit: 1 }
  const [found] =
    kind === 'user'
      ? await loadUsers(reading, eq(directoryUsers.id, id), range)
      : await loadGroups(reading, eq(directoryGroups.id, id), range)
  if (!found) throw noResource(kind)
  return found
}

async function countAll(reading: Reading, kind: Kind, where: SQL | undefined): Promise<number> {
  const count = sql<number>`count(*)::integer`
  const [row] =
    kind === 'user'
      ? await reading.tx.select({ count }).from(directoryUsers).where(userIn(reading, where))
      : await reading.tx.select({ count }).from(directoryGroups).where(groupIn(reading, where))
  return row?.count ?? 0
}

/** Most resources of one answer; `ServiceProviderConfig` says the same. */
const maxCount = 200
const defaultCount = 100

export type ListQuery = { filter: string | undefined; startIndex: unknown; count: unknown }

/** A whole number of a query; anything else is as if it were left out. */
function whole(given: unknown, otherwise: number): number {
  const value = Number(given)
  return given === null || given === undefined || given === '' || !Number.isFinite(value)
    ? otherwise
    : Math.trunc(value)
}

/** A list (RFC 7644 §3.4.2): `startIndex` counts from 1, `count` is at most 200. */
export async function readList(reading: Reading, kind: Kind, query: ListQuery): Promise<Json> {
  const startIndex = Math.max(1, whole(query.startIndex, 1))
  const limit = Math.min(maxCount, Math.max(0, whole(query.count, defaultCount)))
  const where = query.filter === undefined ? undefined : filterOf(kind, query.filter)
  const totalResults = await countAll(reading, kind, where)
  const range = { offset: Math.min(startIndex - 1, 2 ** 31 - 1), limit }
  const load = kind === 'user' ? loadUsers : loadGroups
  const found = limit === 0 ? [] : await load(reading, where, range)
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    startIndex,
    itemsPerPage: found.length,
    Resources: found.map(({ resource }) => resource),
  }
}
