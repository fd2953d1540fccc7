import { and, eq, inArray, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Tx } from '#db/client'
import { approvalRequests, draftAuthors } from '#db/schema/approvals'
import { notifications } from '#db/schema/notifications'
import type { Actor } from '#lib/auth/actor'
import type { Definition } from '#lib/domain/workflow/definition'
import { notify } from '../notifications/notify.ts'

/** By which an approval belongs to one content of a draft. */
export const contentHashOf = (definition: Definition): string =>
  createHash('sha256').update(JSON.stringify(definition)).digest('hex')

/** The person who acts, also behind an API key; the key where nobody is behind it. */
export const personOf = ({ personId, id }: Pick<Actor, 'personId' | 'id'>): string => personId ?? id

type Draft = { id: string; organizationId: string }

/** Remembers who changed a draft since its last version. */
export async function addDraftAuthor(tx: Tx, actor: Actor, draft: Draft): Promise<void> {
  await tx
    .insert(draftAuthors)
    .values({
      workflowId: draft.id,
      organizationId: draft.organizationId,
      authorId: personOf(actor),
    })
    .onConflictDoNothing()
}

/** Who changed the draft since its last version. */
export async function loadDraftAuthors(tx: Tx, workflowId: string): Promise<Set<string>> {
  const rows = await tx
    .select({ id: draftAuthors.authorId })
    .from(draftAuthors)
    .where(eq(draftAuthors.workflowId, workflowId))
  return new Set(rows.map(({ id }) => id))
}

/** What is left to do of these requests is nobody's any more. */
export async function readAsked(tx: Tx, workflowId: string): Promise<void> {
  await tx
    .update(notifications)
    .set({ readAt: sql`now()`, mailAt: null, pushAt: null })
    .where(
      and(
        eq(notifications.workflowId, workflowId),
        eq(notifications.kind, 'approval-asked'),
        sql`${notifications.stepId} is null and ${notifications.readAt} is null`,
      ),
    )
}

/**
 * Ends the request that stands for another content of the draft than this, and tells who asked and
 * who approved. The caller holds the row of the workflow.
 */
export async function voidApproval(
  tx: Tx,
  actor: Pick<Actor, 'name' | 'id' | 'personId'>,
  draft: Draft,
  definition: Definition,
): Promise<void> {
  const ended = await tx
    .update(approvalRequests)
    .set({ status: 'void', endedByName: actor.name, endedAt: sql`now()` })
    .where(
      and(
        eq(approvalRequests.workflowId, draft.id),
        inArray(approvalRequests.status, ['open', 'approved']),
        sql`${approvalRequests.contentHash} <> ${contentHashOf(definition)}`,
      ),
    )
    .returning({ askedBy: approvalRequests.askedBy, decidedBy: approvalRequests.decidedBy })
  if (ended.length === 0) return
  await readAsked(tx, draft.id)
  await notify(tx, {
    organizationId: draft.organizationId,
    kind: 'approval-decided',
    userIds: ended.flatMap(({ askedBy, decidedBy }) => [
      askedBy,
      ...(decidedBy ? [decidedBy] : []),
    ]),
    draftOf: draft.id,
    by: personOf(actor),
  })
}
