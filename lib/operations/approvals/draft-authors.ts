import { and, eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import type { Tx } from '#db/client'
import { approvalRequests, draftAuthors } from '#db/schema/approvals'
import { backTests } from '#db/schema/back-tests'
import { notifications } from '#db/schema/notifications'
import type { Actor } from '#lib/auth/actor'
import type { Definition } from '#lib/domain/workflow/definition'
import { meaningOf } from '#lib/domain/workflow/meaning-of'
import { notify } from '../notifications/notify.ts'
import { findStanding } from './approval-view.ts'

/**
 * By which an approval belongs to one content of a draft: to what it does, so that who tidies up the
 * canvas changes nothing. The order of fields counts, since forms have it.
 */
export const contentHashOf = (definition: Definition): string =>
  createHash('sha256')
    .update(JSON.stringify(meaningOf(definition)))
    .digest('hex')

/** Whether two definitions do the same, and differ on the canvas only. */
export const isSameContent = (one: Definition, other: Definition): boolean =>
  contentHashOf(one) === contentHashOf(other)

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
 * Ends the request that stands for the draft as it was, and tells who asked and who approved. The
 * caller holds the row of the workflow.
 */
async function voidApproval(tx: Tx, actor: Actor, draft: Draft): Promise<void> {
  const standing = await findStanding(tx, draft.id)
  if (!standing) return
  await tx
    .update(approvalRequests)
    .set({ status: 'void', endedByName: actor.name, endedAt: sql`now()` })
    .where(eq(approvalRequests.id, standing.id))
  await readAsked(tx, draft.id)
  const { askedBy, decidedBy } = standing
  await notify(tx, {
    organizationId: draft.organizationId,
    kind: 'approval-decided',
    userIds: [askedBy, ...(decidedBy === null ? [] : [decidedBy])],
    draftOf: draft.id,
    by: personOf(actor),
  })
}

/**
 * Says of a new revision what it is to its proof: who changed what the draft does is its author, and
 * its approval is void. One that differs on the canvas only keeps its approval and its back-tests.
 * The caller holds the row of the workflow as it was before.
 */
export async function draftChanged(
  tx: Tx,
  actor: Actor,
  before: Draft & { draft: Definition; draftRevision: number },
  draft: Definition,
): Promise<void> {
  if (isSameContent(before.draft, draft)) {
    const { id, draftRevision } = before
    await tx
      .update(backTests)
      .set({ revision: draftRevision + 1 })
      .where(and(eq(backTests.workflowId, id), eq(backTests.revision, draftRevision)))
    return
  }
  await addDraftAuthor(tx, actor, before)
  await voidApproval(tx, actor, before)
}
