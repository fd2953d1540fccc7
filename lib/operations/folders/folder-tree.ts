import { and, asc, isNotNull, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowFolders, workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { FolderView } from '#lib/contracts/workflows/folders'
import type { AccessTarget } from '#lib/domain/access/decide'
import { may, seesWorkflow } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { visibleWorkflows, whereTable } from '../access/access-sql.ts'
import { scopeOf } from '../access/scope-of.ts'

export const maxFolders = 500
export const maxDepth = 8

export type FolderRow = typeof workflowFolders.$inferSelect

export const inFolder = (folderId: string | null): AccessTarget => ({ workflowId: null, folderId })

/** The folders of an organization, and how many workflows the caller sees in each. */
export type FolderTree = {
  all: ReadonlyMap<string, FolderRow>
  counts: ReadonlyMap<string, number>
}

/**
 * Reads all folders. Those who change the tree lock it, so that two moves at once can never lead a
 * folder into itself.
 */
export async function loadFolders(
  tx: Tx,
  actor: Actor,
  options: { lock?: true } = {},
): Promise<FolderTree> {
  const query = tx.select().from(workflowFolders).orderBy(asc(workflowFolders.id))
  const rows = await (options.lock ? query.for('update') : query)
  const counted = await tx
    .select({ id: workflows.folderId, count: sql<number>`count(*)::int` })
    .from(workflows)
    .where(and(isNotNull(workflows.folderId), whereTable(visibleWorkflows(actor))))
    .groupBy(workflows.folderId)
  return {
    all: new Map(rows.map((row) => [row.id, row])),
    counts: new Map(counted.map(({ id, count }) => [id ?? '', count])),
  }
}

/** A folder and those around it, from the inside out. */
export function pathOfFolder({ all }: Pick<FolderTree, 'all'>, id: string | null): FolderRow[] {
  const path: FolderRow[] = []
  for (let row = all.get(id ?? ''); row && !path.includes(row); row = all.get(row.parentId ?? ''))
    path.push(row)
  return path
}

/**
 * The folders that the caller knows of: those whose workflows they would see, those where they may
 * create some, those with a workflow that they see, and the folders around.
 */
export function visibleFolders(actor: Actor, tree: FolderTree): ReadonlySet<string> {
  const scope = scopeOf(actor)
  const own = [...tree.all.keys()].filter(
    (id) =>
      tree.counts.has(id) ||
      seesWorkflow(scope, inFolder(id)) ||
      may(scope, 'create', inFolder(id)),
  )
  return new Set(own.flatMap((id) => pathOfFolder(tree, id).map((row) => row.id)))
}

/** A folder for a caller. Throws 404, also for one that they do not know of. */
export function requireFolder(actor: Actor, tree: FolderTree, id: string): FolderRow {
  const row = tree.all.get(id)
  if (!row || !visibleFolders(actor, tree).has(id)) throw ApiError.notFound('folder', id)
  return row
}

export const folderView = (
  actor: Actor,
  { id, name, parentId, createdAt }: FolderRow,
  { counts }: Pick<FolderTree, 'counts'>,
): FolderView => ({
  id,
  name,
  parentId,
  workflows: counts.get(id) ?? 0,
  canCreate: may(scopeOf(actor), 'create', inFolder(id)),
  createdAt: createdAt.toISOString(),
})
