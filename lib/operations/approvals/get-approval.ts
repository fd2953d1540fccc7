import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { backTests } from '#db/schema/back-tests'
import type { Actor } from '#lib/auth/actor'
import type { ApprovalRequest, ApprovalState } from '#lib/contracts/workflows/approvals'
import { decide } from '#lib/domain/access/decide'
import { subjectWords } from '#lib/domain/access/explain'
import { levelName } from '../access/get-access.ts'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { loadSubjectNames } from '../access/subject-names.ts'
import { findGroups } from '../back-tests/back-test-view.ts'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor, type WorkflowRow } from '../workflows/find-workflow.ts'
import { findBase, findNewestRequest, getRequest, requestSummary } from './approval-view.ts'
import { approvalRule, entriesThatApprove } from './approvers.ts'
import { loadDraftAuthors, personOf } from './draft-authors.ts'

/** Why the caller may not approve the draft, for them to read; null: they may. */
export async function whyNotApprove(
  tx: Tx,
  actor: Actor,
  workflow: WorkflowRow,
  askedBy: string | null,
): Promise<string | null> {
  const { person, book } = scopeOf(actor)
  const { ok, missing, from } = decide(person, 'approve', targetOf(workflow), book)
  if (!ok)
    return from
      ? 'You are not one of those whom the access rules name for it.'
      : `Approving takes ${missing}.`
  if (actor.kind === 'api-key' && actor.approves !== true)
    return 'A key approves only with the permission workflows:approve by name, not with a role.'
  if (actor.personId === null)
    return 'This key belongs to nobody, so that it would be no second person. Hand it over first.'
  const own = personOf(actor)
  if (askedBy === own) return 'You asked for this approval. Somebody else must give it.'
  if ((await loadDraftAuthors(tx, workflow.id)).has(own))
    return 'You changed this draft since its last version. Somebody else must approve it.'
  return null
}

/** Whether publishing a workflow needs an approval, whose, and the newest request. Throws 404. */
export const getApproval = defineOperation<{ id: string }, ApprovalState>({
  name: 'getApproval',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const rule = approvalRule(actor, workflow)
    const row = await findNewestRequest(tx, workflow.id)
    const entries = await entriesThatApprove(tx, actor, rule?.entries ?? [])
    const names = await loadSubjectNames(tx, entries)
    return {
      needed: rule !== undefined,
      from: rule ? { ...rule.from, name: await levelName(tx, rule.from) } : null,
      approvers: entries.map((entry) => subjectWords(entry, names)),
      mayNotApprove: await whyNotApprove(tx, actor, workflow, row?.askedBy ?? null),
      mayPublishWithout: actor.kind === 'user' && actor.role === 'owner',
      request: row ? requestSummary(row, (await findBase(tx, row))?.number ?? null) : null,
    }
  },
})

type Asked = { id: string; requestId: string }

/** A request for approval with everything that it is about. Throws 404. */
export const getApprovalRequest = defineOperation<Asked, ApprovalRequest>({
  name: 'getApprovalRequest',
  permission: 'workflows:read',
  async run({ actor, input, tx }) {
    const workflow = await getWorkflowFor(tx, actor, input.id)
    const row = await getRequest(tx, workflow.id, input.requestId)
    const base = await findBase(tx, row)
    const backTestId = row.proof.backTest?.id
    const found =
      backTestId === undefined ? undefined : await findGroups(tx, eq(backTests.id, backTestId))
    return {
      ...requestSummary(row, base?.number ?? null),
      definition: row.definition,
      before: base?.definition ?? null,
      differences: found ?? [],
    }
  },
})
