import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import { mayNotOf } from '#lib/domain/access/own-rights'
import { scopeOf, targetOf } from '#lib/operations/access/scope-of'
import { findProblems } from './drafts/find-problems.ts'
import type { WorkflowRow } from './find-workflow.ts'

/**
 * A workflow as the API shows it to a caller, with the problems of its draft. The token of its
 * form's link lets public callers in, so it is for who may edit the workflow.
 */
export async function workflowView(tx: Tx, actor: Actor, row: WorkflowRow): Promise<Workflow> {
  const draft = JSON.stringify(row.draft)
  const [published] = row.publishedVersionId
    ? await tx
        .select({
          id: workflowVersions.id,
          number: workflowVersions.number,
          publishedAt: workflowVersions.createdAt,
          publishedBy: workflowVersions.publishedBy,
          // Usually both are the same text; only if not, Postgres compares them as `jsonb`.
          same: sql<boolean>`case when ${workflowVersions.definition}::text = ${draft}::text
            then true else ${workflowVersions.definition}::jsonb = ${draft}::jsonb end`,
        })
        .from(workflowVersions)
        .where(
          and(
            eq(workflowVersions.id, row.publishedVersionId),
            eq(workflowVersions.workflowId, row.id),
          ),
        )
    : []
  const mayNot = mayNotOf(scopeOf(actor), targetOf(row))
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    folderId: row.folderId,
    tags: row.tags,
    published: published
      ? {
          id: published.id,
          number: published.number,
          publishedAt: published.publishedAt.toISOString(),
          publishedBy: published.publishedBy,
        }
      : null,
    hasUnpublishedChanges: !published?.same,
    formPublic: row.formPublic,
    formClosesAt: row.formClosesAt?.toISOString() ?? null,
    formMaxAnswers: row.formMaxAnswers,
    formClosed: row.formClosed,
    formAnswers: row.formAnswers,
    formProtection: row.formProtection,
    formProofsAsked: row.formProofsAsked,
    formProofsGiven: row.formProofsGiven,
    formSaveDays: row.formSaveDays,
    paused: row.pausedAt ? { at: row.pausedAt.toISOString(), by: row.pausedBy } : null,
    mayNot,
    formToken: mayNot.edit === undefined ? row.formToken : null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.draftUpdatedAt.toISOString(),
    updatedBy: row.draftUpdatedBy,
    draft: row.draft,
    draftRevision: row.draftRevision,
    problems: await findProblems(tx, actor, row.draft, row.publishedVersionId),
  }
}
