import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { connections } from '#db/schema/connections'
import { directories, directoryPlans } from '#db/schema/directories'
import type { Actor } from '#lib/auth/actor'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import type { Directory, DirectoryChange } from '#lib/directory/context'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import type { CallInfo } from '../define-operation.ts'
import { hookToken } from '../hie/hook-token.ts'

const instantOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** Where a directory that pushes sends its people. */
const addressOf = ({ id, kind }: Directory): string | null =>
  kind === 'scim' ? `${env().BASE_URL}/api/scim/${id}/v2` : null

/** Where WorkOS sends its messages. */
function webhookOf({ id, organizationId, webhookSecret }: Directory) {
  const token = hookToken({ organizationId, connectionId: id })
  const address = `${env().BASE_URL}/api/v2/hooks/directories/${token}`
  return { address, isSigned: webhookSecret !== null }
}

const counted = {
  people: sql<number>`(select count(*)::integer from directory_users as person
    where person.directory_id = ${directories.id} and person.deleted_at is null)`,
  active: sql<number>`(select count(*)::integer from directory_users as person
    where person.directory_id = ${directories.id} and person.deleted_at is null and person.active)`,
  groups: sql<number>`(select count(*)::integer from directory_groups as known
    where known.directory_id = ${directories.id})`,
  leavers: sql<number>`(select count(*)::integer from directory_users as person
    where person.plan_id = ${directoryPlans.id})`,
}

/** Directories with their counts and open plans, by name. */
export const loadDirectories = async (
  tx: Tx,
  { id, after, limit }: { id?: string; after?: string | undefined; limit: number },
) =>
  await tx
    .select({
      directory: directories,
      plan: directoryPlans,
      connection: { slug: connections.slug, name: connections.name },
      ...counted,
    })
    .from(directories)
    .leftJoin(connections, eq(connections.id, directories.connectionId))
    .leftJoin(
      directoryPlans,
      and(eq(directoryPlans.directoryId, directories.id), isNull(directoryPlans.decidedAt)),
    )
    .where(
      and(
        id === undefined ? undefined : eq(directories.id, id),
        after === undefined ? undefined : gt(directories.name, after),
      ),
    )
    .orderBy(asc(directories.name))
    .limit(limit)

type Loaded = Awaited<ReturnType<typeof loadDirectories>>[number]

/** A directory as it is answered. */
export function directoryView({ directory, plan, connection, ...row }: Loaded): DirectoryView {
  const { lastRefusal, lastRefusalAt, syncDueAt } = directory
  return {
    id: directory.id,
    name: directory.name,
    kind: directory.kind,
    settings: directory.settings,
    address: addressOf(directory),
    tokenPrefix: directory.tokenPrefix,
    tokenCreatedAt: instantOf(directory.tokenCreatedAt),
    formerTokenUntil: instantOf(directory.formerTokenUntil),
    lastSyncAt: instantOf(directory.lastSyncAt),
    lastSyncOk: directory.lastSyncOk,
    lastSyncMessage: directory.lastSyncMessage,
    lastRefusal:
      lastRefusal && lastRefusalAt
        ? { at: lastRefusalAt.toISOString(), message: lastRefusal }
        : null,
    read:
      directory.kind === 'workos'
        ? {
            connection,
            isDue: directory.needsReconcile || (syncDueAt !== null && syncDueAt <= new Date()),
            reconciledAt: instantOf(directory.reconciledAt),
            webhook: webhookOf(directory),
          }
        : null,
    people: row.people,
    active: row.active,
    groups: row.groups,
    plan: plan && {
      id: plan.id,
      createdAt: plan.createdAt.toISOString(),
      members: plan.members,
      leavers: row.leavers,
    },
    createdAt: directory.createdAt.toISOString(),
  }
}

/** One directory as it is answered. Throws 404. */
export async function getDirectoryView(tx: Tx, id: string): Promise<DirectoryView> {
  const [found] = await loadDirectories(tx, { id, limit: 1 })
  if (!found) throw ApiError.notFound('directory', id)
  return directoryView(found)
}

/** Locks a directory for a change by this person. Throws 404. */
export async function lockDirectory(
  tx: Tx,
  id: string,
  { actor, info }: { actor: Actor; info: CallInfo },
): Promise<DirectoryChange> {
  const [directory] = await tx
    .select()
    .from(directories)
    .where(eq(directories.id, id))
    .for('update')
  if (!directory) throw ApiError.notFound('directory', id)
  return { tx, directory, by: actor, requestId: info.requestId }
}
