import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files, policies } from '#db/schema/documents'
import type { PolicySummary, PolicyView } from '#lib/contracts/data/policies'
import { ApiError } from '#lib/domain/api-error'

export const policyColumns = {
  id: policies.id,
  title: policies.title,
  length: sql<number>`length(${policies.text})`,
  fileId: policies.fileId,
  fileName: files.fileName,
  updatedAt: policies.updatedAt,
  createdAt: policies.createdAt,
}

type Row = Omit<PolicySummary, 'updatedAt' | 'createdAt'> & { updatedAt: Date; createdAt: Date }

export function policySummary({
  id,
  title,
  length,
  fileId,
  fileName,
  updatedAt,
  createdAt,
}: Row): PolicySummary {
  return {
    id,
    title,
    length,
    fileId,
    fileName,
    updatedAt: updatedAt.toISOString(),
    createdAt: createdAt.toISOString(),
  }
}

/** A policy with its text. Throws 404. */
export async function getPolicyOrThrow(tx: Tx, policyId: string): Promise<PolicyView> {
  const [row] = await tx
    .select({ ...policyColumns, text: policies.text })
    .from(policies)
    .leftJoin(files, eq(files.id, policies.fileId))
    .where(eq(policies.id, policyId))
  if (!row) throw ApiError.notFound('policy', policyId)
  return { ...policySummary(row), text: row.text }
}
