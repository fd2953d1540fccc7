import { and, eq, gte, sql } from 'drizzle-orm'
import { engineDb, type Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { organizations } from '#db/schema/organizations'
import { storageUse } from '#db/schema/usage'
import { staysInCell } from '#db/goes-on-here'
import { ApiError } from '#lib/domain/api-error'
import { inMegabytes } from '#lib/domain/form/file-limits'
import { firstIdAt } from '#lib/ids'

/** Files whose ids are this much older are counted with the others: clocks differ. */
const clocksDifferMs = 60_000

export type StorageUse = { bytes: number; files: number }

/**
 * What an organization stores: what was counted last, and the files since, as far as the caller sees
 * them. The next count, within ten minutes, takes out deleted files and adds what is missing: files
 * that the caller does not see, and those whose upload in parts began before the last count.
 */
export async function storageOf(tx: Tx, organizationId: string): Promise<StorageUse> {
  const [counted] = await tx
    .select()
    .from(storageUse)
    .where(eq(storageUse.organizationId, organizationId))
  const since = counted ? gte(files.id, firstIdAt(counted.countedAt)) : undefined
  const [later] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${files.size}), 0)::float8`,
      files: sql<number>`count(*)::float8`,
    })
    .from(files)
    .where(and(eq(files.organizationId, organizationId), since))
  return {
    bytes: (counted?.bytes ?? 0) + (later?.bytes ?? 0),
    files: (counted?.files ?? 0) + (later?.files ?? 0),
  }
}

/**
 * Throws `storage_quota` when a file of so many bytes is more than the organization may store. What
 * workflows make and receive is not refused, but counts. Uploads at the same moment do not see each
 * other.
 */
export async function requireStorage(
  tx: Tx,
  organizationId: string,
  addedBytes: number,
): Promise<void> {
  const [row] = await tx
    .select({ most: organizations.storageBytes })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  const most = row?.most ?? null
  if (most === null) return
  const { bytes } = await storageOf(tx, organizationId)
  if (bytes + addedBytes <= most) return
  throw new ApiError(
    'storage_quota',
    `There is no room for this file: the organization may store ${inMegabytes(most)}, and ` +
      `${inMegabytes(bytes)} are used. Delete what is no longer needed, or ask an operator for more.`,
    { mostBytes: most, usedBytes: bytes },
  )
}

/**
 * Counts what each organization stores. Files that are younger than clocks may differ are left to
 * who reads the count.
 */
export async function countStorage(now = new Date()): Promise<void> {
  const countedAt = new Date(now.getTime() - clocksDifferMs)
  await engineDb().execute(sql`
    insert into storage_use (organization_id, bytes, files, counted_at)
    select organizations.id, coalesce(sum(size), 0), count(files.id), ${countedAt.toISOString()}
    from organizations left join files
      on files.organization_id = organizations.id and files.id < ${firstIdAt(countedAt)}::uuid
    group by organizations.id
    on conflict (organization_id) do update
      set bytes = excluded.bytes, files = excluded.files, counted_at = excluded.counted_at`)
}

/** The use of code is shown for the last day and kept for a month. */
export async function pruneCodeUse(): Promise<void> {
  await engineDb().execute(
    sql`delete from code_use where hour < now() - interval '31 days' and ${staysInCell}`,
  )
}
