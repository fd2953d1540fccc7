import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowVersions } from '#db/schema/workflows'
import type { WorkflowVersionSummary } from '#lib/contracts/workflows/workflows'
import { ApiError } from '#lib/domain/api-error'
import type { WorkflowRow } from '../find-workflow.ts'

type VersionRow = typeof workflowVersions.$inferSelect

export function versionSummary(
  row: Omit<VersionRow, 'definition'>,
  currentId: string | null,
): WorkflowVersionSummary {
  return {
    id: row.id,
    number: row.number,
    note: row.note,
    publishedAt: row.createdAt.toISOString(),
    publishedBy: row.publishedBy,
    proof: row.proof,
    approval: row.approval,
    current: row.id === currentId,
  }
}

/** Reads one version of a workflow by its number. Throws 404. */
export async function getVersionOrThrow(
  tx: Tx,
  workflow: WorkflowRow,
  number: number,
): Promise<VersionRow> {
  const [version] = await tx
    .select()
    .from(workflowVersions)
    .where(and(eq(workflowVersions.workflowId, workflow.id), eq(workflowVersions.number, number)))
  if (!version)
    throw new ApiError('not_found', `The workflow "${workflow.slug}" has no version ${number}.`, {
      what: 'version',
      id: String(number),
    })
  return version
}
