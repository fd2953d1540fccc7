import { sql } from 'drizzle-orm'
import type { DirectoryChange } from './context.ts'

const list = (ids: readonly string[]) => sql`${sql.param([...ids])}::uuid[]`
type Changed = { id: string }

/** Which of these ids are people of the directory. */
export async function countKnown(
  { tx, directory }: DirectoryChange,
  ids: readonly string[],
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::integer as count from directory_users
    where directory_id = ${directory.id} and deleted_at is null and id = any(${list(ids)})`)
  return rows[0]?.count ?? 0
}

/** Puts people into a group, in one statement. Returns those who were not in it. */
export async function addToGroup(
  { tx, directory }: DirectoryChange,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<Changed>(sql`
    insert into directory_group_members (organization_id, group_id, directory_user_id)
    select organization_id, ${groupId}::uuid, id from directory_users
    where directory_id = ${directory.id} and deleted_at is null and id = any(${list(ids)})
    on conflict do nothing
    returning directory_user_id as id`)
  return rows.map(({ id }) => id)
}

/** Takes exactly these people out of a group. Returns those who were in it. */
export async function removeFromGroup(
  { tx }: DirectoryChange,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<Changed>(sql`
    delete from directory_group_members
    where group_id = ${groupId} and directory_user_id = any(${list(ids)})
    returning directory_user_id as id`)
  return rows.map(({ id }) => id)
}

/** Leaves exactly these people in a group. Returns those who came or went. */
export async function replaceInGroup(
  change: DirectoryChange,
  groupId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await change.tx.execute<Changed>(sql`
    delete from directory_group_members
    where group_id = ${groupId} and directory_user_id <> all(${list(ids)})
    returning directory_user_id as id`)
  return [...rows.map(({ id }) => id), ...(await addToGroup(change, groupId, ids))]
}
