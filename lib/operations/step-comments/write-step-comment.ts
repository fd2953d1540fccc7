import { and, desc, eq, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { stepComments } from '#db/schema/comments'
import { can, type Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { CommentBody, NamedPerson } from '#lib/contracts/runs/comments'
import type { StepThread, WrittenStepComment } from '#lib/contracts/workflows/step-comments'
import { seesWorkflow } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { actorOfMember } from '../access/actor-of-member.ts'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { requirePerson } from '../comments/case-of-run.ts'
import { changeableUntil, namesOf } from '../comments/comment-view.ts'
import { findMentioned, idsOf, tooLate } from '../comments/write-comment.ts'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { notify } from '../notifications/notify.ts'
import { tellingReaders } from '../workflows/drafts/draft-readers.ts'
import { getWorkflowFor, type WorkflowRow } from '../workflows/find-workflow.ts'
import { mayDelete, stepCommentView } from './step-comment-view.ts'
import { threadOf } from './threads.ts'

const permission = 'workflows:read'
type Sent = CommentBody & { id: string; stepId: string }
type Place = Pick<WorkflowRow, 'id' | 'folderId'>
/** What is written, and who is told of it. */
type Ready = {
  workflow: Place
  stepId: string
  text: string
  mentioned: NamedPerson[]
  told: NamedPerson[]
  others: NamedPerson[]
}
type Written = WrittenStepComment & { workflowId: string }
/** So many people who wrote before are told of a comment. */
const mostOthers = 20

const ofStep = (workflowId: string, stepId: string) =>
  and(eq(stepComments.workflowId, workflowId), eq(stepComments.stepId, stepId))

/** Those of these people who may see the workflow. Not for use inside a transaction. */
async function readersAmong(
  organizationId: string,
  workflow: Place,
  people: readonly NamedPerson[],
): Promise<NamedPerson[]> {
  const readers: NamedPerson[] = []
  for (const person of people) {
    const member = await actorOfMember(organizationId, person.userId)
    if (!member || !can(member, permission)) continue
    if (seesWorkflow(scopeOf(member), targetOf(workflow))) readers.push(person)
  }
  return readers
}

/** Who wrote about the step before; the latest first. */
async function findAuthors(tx: Tx, actor: Actor, workflowId: string, stepId: string) {
  const authors = await tx
    .select({ id: stepComments.authorId })
    .from(stepComments)
    .where(ofStep(workflowId, stepId))
    .orderBy(desc(stepComments.id))
    .limit(200)
  const ids = [...new Set(authors.map(({ id }) => id))].filter((id) => id !== actor.id)
  const names = await namesOf(tx, actor.organizationId, ids.slice(0, mostOthers))
  return [...names.values()]
}

/** Everything that needs other connections than that of the writing transaction. */
async function prepare(actor: Actor, sent: Sent, isNew: boolean): Promise<Ready> {
  requirePermission(actor, permission)
  requirePerson(actor)
  const { organizationId } = actor
  const { stepId, text } = sent
  const { row, mentioned, authors } = await inOrganization(organizationId, async (tx) => {
    const found = await getWorkflowFor(tx, actor, sent.id)
    return {
      row: found,
      mentioned: await findMentioned(tx, actor, sent),
      authors: isNew ? await findAuthors(tx, actor, found.id, stepId) : [],
    }
  })
  if (isNew && !row.draft.steps.some((step) => step.id === stepId))
    throw ApiError.notFound('step', stepId)
  const workflow = { id: row.id, folderId: row.folderId }
  const isMentioned = new Set(idsOf(mentioned))
  const others = authors.filter(({ userId }) => !isMentioned.has(userId))
  return {
    workflow,
    stepId,
    text,
    mentioned,
    told: await readersAmong(organizationId, workflow, mentioned),
    others: await readersAmong(organizationId, workflow, others),
  }
}

function writtenView(
  row: typeof stepComments.$inferSelect,
  actor: Actor,
  { workflow, mentioned, told }: Ready,
): Written {
  const names = new Map(mentioned.map((person) => [person.userId, person]))
  const isTold = new Set(idsOf(told))
  return {
    workflowId: workflow.id,
    comment: stepCommentView(row, actor, workflow, names),
    notTold: mentioned.filter(({ userId }) => !isTold.has(userId)),
  }
}

const insertComment = defineOperation<Ready, Written>({
  name: 'addStepComment',
  permission,
  audit: ({ input, output }) => ({
    action: 'step-comment.added',
    objectKind: 'workflow',
    objectId: input.workflow.id,
    details: {
      step: input.stepId,
      comment: output.comment.id,
      mentions: input.mentioned.length,
    },
  }),
  async run({ actor, input, tx }) {
    const { workflow, stepId, text, mentioned, told, others } = input
    const { organizationId, id: authorId, name: authorName } = actor
    const [row] = await tx
      .insert(stepComments)
      .values({
        id: newId(),
        organizationId,
        workflowId: workflow.id,
        stepId,
        authorId,
        authorName,
        text,
        mentions: idsOf(mentioned),
      })
      .returning()
    if (!row) throw new Error('the comment was not written')
    const about = { organizationId, step: { workflowId: workflow.id, stepId }, by: authorId }
    await notify(tx, { ...about, kind: 'mentioned', userIds: idsOf(told) })
    await notify(tx, { ...about, kind: 'commented', userIds: idsOf(others) })
    return writtenView(row, actor, input)
  },
})

/** Writes a comment about a step; mentioned people who see the workflow, and authors, are told. */
export const addStepComment = tellingReaders(
  asOperation(
    { name: insertComment.keyScope, permission },
    async (actor: Actor, sent: Sent, info: CallInfo = {}) =>
      await insertComment(actor, await prepare(actor, sent, true), info),
  ),
  (output) => output.workflowId,
)

type Chosen = { workflowId: string; stepId: string; commentId: string }

/** The comment, locked. Throws 404. */
async function lockComment(tx: Tx, { workflowId, stepId, commentId }: Chosen) {
  const [row] = await tx
    .select()
    .from(stepComments)
    .where(and(eq(stepComments.id, commentId), ofStep(workflowId, stepId)))
    .for('update')
  if (!row) throw ApiError.notFound('comment', commentId)
  return row
}

const updateComment = defineOperation<Ready & { commentId: string }, Written>({
  name: 'changeStepComment',
  permission,
  audit: ({ input }) => ({
    action: 'step-comment.changed',
    objectKind: 'workflow',
    objectId: input.workflow.id,
    details: { step: input.stepId, comment: input.commentId },
  }),
  async run({ actor, input, tx }) {
    const { workflow, stepId, commentId, text, mentioned, told } = input
    const step = { workflowId: workflow.id, stepId }
    const before = await lockComment(tx, { ...step, commentId })
    if (!changeableUntil(before, actor)) throw tooLate()
    const [row] = await tx
      .update(stepComments)
      .set({ text, mentions: idsOf(mentioned), editedAt: sql`now()` })
      .where(eq(stepComments.id, before.id))
      .returning()
    if (!row) throw new Error('the comment was not written')
    const userIds = idsOf(told).filter((id) => !before.mentions.includes(id))
    const { organizationId, id: by } = actor
    await notify(tx, { organizationId, step, by, kind: 'mentioned', userIds })
    return writtenView(row, actor, input)
  },
})

/** Changes one's own comment; people who are mentioned now and were not before are told. */
export const changeStepComment = tellingReaders(
  asOperation(
    { name: updateComment.keyScope, permission },
    async (actor: Actor, sent: Sent & { commentId: string }, info: CallInfo = {}) =>
      await updateComment(
        actor,
        { ...(await prepare(actor, sent, false)), commentId: sent.commentId },
        info,
      ),
  ),
  (output) => output.workflowId,
)

type Named = { id: string; stepId: string; commentId: string }

/** Deletes a comment: its author within an hour, who edits the workflow at any time. */
export const deleteStepComment = tellingReaders(
  defineOperation<Named, StepThread & { workflowId: string }>({
    name: 'deleteStepComment',
    permission,
    audit: ({ input, output }) => ({
      action: 'step-comment.deleted',
      objectKind: 'workflow',
      objectId: output.workflowId,
      details: { step: input.stepId, comment: input.commentId },
    }),
    async run({ actor, input, tx }) {
      requirePerson(actor)
      const workflow = await getWorkflowFor(tx, actor, input.id)
      const row = await lockComment(tx, { ...input, workflowId: workflow.id })
      if (!mayDelete(row, actor, workflow)) throw tooLate()
      await tx.delete(stepComments).where(eq(stepComments.id, row.id))
      const thread = await threadOf(tx, workflow.id, input.stepId)
      return { ...thread, workflowId: workflow.id }
    },
  }),
  (output) => output.workflowId,
)
