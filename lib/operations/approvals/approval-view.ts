import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { approvalRequests } from '#db/schema/approvals'
import { workflowVersions } from '#db/schema/workflows'
import type { ApprovalRequestSummary } from '#lib/contracts/workflows/approvals'
import { ApiError } from '#lib/domain/api-error'

export type RequestRow = typeof approvalRequests.$inferSelect

/** A request for approval as lists show it, without the definition. */
export const requestSummary = (
  row: RequestRow,
  baseVersion: number | null,
): ApprovalRequestSummary => ({
  id: row.id,
  status: row.status,
  revision: row.revision,
  contentHash: row.contentHash,
  baseVersion,
  note: row.note,
  accept: row.accept,
  proof: row.proof,
  askedBy: row.askedByName,
  askedAt: row.createdAt.toISOString(),
  decidedBy: row.decidedByName,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  decisionNote: row.decisionNote,
  endedBy: row.endedByName,
  endedAt: row.endedAt?.toISOString() ?? null,
})

/** The version on which a request is based; undefined: there was none. */
export async function findBase(tx: Tx, { baseVersionId }: RequestRow) {
  if (baseVersionId === null) return undefined
  const [version] = await tx
    .select({ number: workflowVersions.number, definition: workflowVersions.definition })
    .from(workflowVersions)
    .where(eq(workflowVersions.id, baseVersionId))
  return version
}

/** The newest request of a workflow. */
export async function findNewestRequest(
  tx: Tx,
  workflowId: string,
): Promise<RequestRow | undefined> {
  const [row] = await tx
    .select()
    .from(approvalRequests)
    .where(eq(approvalRequests.workflowId, workflowId))
    .orderBy(desc(approvalRequests.id))
    .limit(1)
  return row
}

/** The request of a workflow that is open or approved. */
export async function findStanding(tx: Tx, workflowId: string): Promise<RequestRow | undefined> {
  const [row] = await tx
    .select()
    .from(approvalRequests)
    .where(
      and(
        eq(approvalRequests.workflowId, workflowId),
        inArray(approvalRequests.status, ['open', 'approved']),
      ),
    )
  return row
}

/** One request of a workflow. Throws 404. */
export async function getRequest(tx: Tx, workflowId: string, id: string): Promise<RequestRow> {
  const [row] = await tx
    .select()
    .from(approvalRequests)
    .where(and(eq(approvalRequests.workflowId, workflowId), eq(approvalRequests.id, id)))
  if (!row) throw ApiError.notFound('approval request', id)
  return row
}

const ends: Record<RequestRow['status'], (row: RequestRow) => string> = {
  open: () => 'It waits for an approval.',
  approved: ({ decidedByName }) => `${decidedByName} approved it already.`,
  'sent-back': ({ decidedByName }) => `${decidedByName} sent it back already.`,
  void: ({ endedByName }) => `${endedByName} changed the draft after it was asked for.`,
  withdrawn: ({ endedByName }) => `${endedByName} withdrew it.`,
  published: ({ endedByName }) => `${endedByName} published it already.`,
}

/** Throws 409 for a request that is not open any more, with what became of it. */
export function requireOpen(row: RequestRow): void {
  if (row.status === 'open') return
  throw new ApiError('conflict', `${ends[row.status](row)} Look at it again.`, {
    status: row.status,
    decidedBy: row.decidedByName,
    endedBy: row.endedByName,
  })
}
