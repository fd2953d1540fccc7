import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { inOrganization, type Tx } from '#db/client'
import { runComments } from '#db/schema/comments'
import { runs, tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { requirePermission } from '#lib/auth/require-permission'
import type { CommentBody, NamedPerson, WrittenComment } from '#lib/contracts/runs/comments'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { asOperation, defineOperation, type CallInfo } from '../define-operation.ts'
import { notify } from '../notifications/notify.ts'
import { caseOfRun, readersAmong, requirePerson } from './case-of-run.ts'
import { changeableUntil, commentView, mayDelete, namesOf } from './comment-view.ts'

const permission = 'runs:read'
type Sent = CommentBody & { id: string }
/** What is written, and who is told of it. */
type Ready = { runId: string; text: string; mentioned: NamedPerson[] } & Told
type Told = { told: NamedPerson[]; others: NamedPerson[] }
/** So many people who took part are told of a comment. */
const mostOthers = 20

/** Throws 400 for a mention of nobody, or of somebody whom the text does not name. */
export async function findMentioned(tx: Tx, actor: Actor, { text, mentions }: CommentBody) {
  const names = await namesOf(tx, actor.organizationId, mentions)
  return [...new Set(mentions)].map((id) => {
    const person = names.get(id)
    if (!person || !text.includes(`@${person.name}`))
      throw ApiError.invalid([
        {
          path: 'mentions',
          message: person
            ? `The text does not name @${person.name}.`
            : `There is no member with the id ${id}.`,
        },
      ])
    return person
  })
}

/** Who wrote about the run before, and who works on or did its screens; the latest first. */
async function findTakingPart(tx: Tx, actor: Actor, runId: string): Promise<NamedPerson[]> {
  const authors = await tx
    .select({ id: runComments.authorId })
    .from(runComments)
    .where(eq(runComments.runId, runId))
    .orderBy(desc(runComments.id))
    .limit(200)
  const workers = await tx
    .select({ id: tasks.claimedBy })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .where(and(or(eq(runs.id, runId), eq(runs.scopeRunId, runId)), isNotNull(tasks.claimedBy)))
    .limit(200)
  const ids = [...new Set([...authors, ...workers].flatMap(({ id }) => id ?? []))]
    .filter((id) => id !== actor.id)
    .slice(0, mostOthers)
  return [...(await namesOf(tx, actor.organizationId, ids)).values()]
}

/** Everything that needs other connections than that of the writing transaction. */
async function prepare(actor: Actor, sent: Sent, isNew: boolean): Promise<Ready> {
  requirePermission(actor, permission)
  requirePerson(actor)
  const { organizationId } = actor
  const found = await inOrganization(organizationId, async (tx) => {
    const runId = await caseOfRun(tx, actor, sent.id)
    const mentioned = await findMentioned(tx, actor, sent)
    const others = isNew ? await findTakingPart(tx, actor, runId) : []
    return { runId, mentioned, others }
  })
  const { runId, mentioned } = found
  const told = await readersAmong(organizationId, runId, mentioned)
  const isMentioned = new Set(mentioned.map(({ userId }) => userId))
  const others = found.others.filter(({ userId }) => !isMentioned.has(userId))
  return {
    runId,
    text: sent.text,
    mentioned,
    told,
    others: await readersAmong(organizationId, runId, others),
  }
}

export const idsOf = (people: NamedPerson[]): string[] => people.map(({ userId }) => userId)

function writtenView(
  row: typeof runComments.$inferSelect,
  actor: Actor,
  { mentioned, told }: Ready,
): WrittenComment {
  const names = new Map(mentioned.map((person) => [person.userId, person]))
  const isTold = new Set(idsOf(told))
  return {
    comment: commentView(row, actor, names),
    notTold: mentioned.filter(({ userId }) => !isTold.has(userId)),
  }
}

const insertComment = defineOperation<Ready, WrittenComment>({
  name: 'addComment',
  permission,
  audit: ({ input, output }) => ({
    action: 'comment.added',
    objectKind: 'run',
    objectId: input.runId,
    details: { comment: output.comment.id, mentions: input.mentioned.length },
  }),
  async run({ actor, input, tx }) {
    const { runId, text, mentioned, told, others } = input
    const { organizationId, id: authorId, name: authorName } = actor
    const [row] = await tx
      .insert(runComments)
      .values({
        id: newId(),
        organizationId,
        runId,
        authorId,
        authorName,
        text,
        mentions: idsOf(mentioned),
      })
      .returning()
    if (!row) throw new Error('the comment was not written')
    const about = { organizationId, runId, by: authorId }
    await notify(tx, { ...about, kind: 'mentioned', userIds: idsOf(told) })
    await notify(tx, { ...about, kind: 'commented', userIds: idsOf(others) })
    return writtenView(row, actor, input)
  },
})

/** Writes a comment; mentioned people who see the run, and those who took part in it, are told. */
export const addComment = asOperation(
  { name: insertComment.keyScope, permission },
  async (actor: Actor, sent: Sent, info: CallInfo = {}): Promise<WrittenComment> =>
    await insertComment(actor, await prepare(actor, sent, true), info),
)

type Chosen = { runId: string; commentId: string }

/** The comment, locked. Throws 404. */
async function lockComment(tx: Tx, { runId, commentId }: Chosen) {
  const [row] = await tx
    .select()
    .from(runComments)
    .where(and(eq(runComments.id, commentId), eq(runComments.runId, runId)))
    .for('update')
  if (!row) throw ApiError.notFound('comment', commentId)
  return row
}

export const tooLate = (): ApiError =>
  new ApiError(
    'conflict',
    'Only its author can change a comment, and within an hour. Write another one instead.',
  )

const updateComment = defineOperation<Ready & { commentId: string }, WrittenComment>({
  name: 'changeComment',
  permission,
  audit: ({ input }) => ({
    action: 'comment.changed',
    objectKind: 'run',
    objectId: input.runId,
    details: { comment: input.commentId },
  }),
  async run({ actor, input, tx }) {
    const before = await lockComment(tx, input)
    if (!changeableUntil(before, actor)) throw tooLate()
    const { runId, text, mentioned, told } = input
    const [row] = await tx
      .update(runComments)
      .set({ text, mentions: idsOf(mentioned), editedAt: sql`now()` })
      .where(eq(runComments.id, before.id))
      .returning()
    if (!row) throw new Error('the comment was not written')
    const userIds = idsOf(told).filter((id) => !before.mentions.includes(id))
    const { organizationId, id: by } = actor
    await notify(tx, { organizationId, runId, by, kind: 'mentioned', userIds })
    return writtenView(row, actor, input)
  },
})

/** Changes one's own comment; people who are mentioned now and were not before are told. */
export const changeComment = asOperation(
  { name: updateComment.keyScope, permission },
  async (actor: Actor, sent: Sent & { commentId: string }, info: CallInfo = {}) =>
    await updateComment(
      actor,
      { ...(await prepare(actor, sent, false)), commentId: sent.commentId },
      info,
    ),
)

/** Deletes a comment: its author within an hour, who controls runs at any time. */
export const deleteComment = defineOperation<
  { id: string; commentId: string },
  Record<string, never>
>({
  name: 'deleteComment',
  permission,
  audit: ({ input }) => ({
    action: 'comment.deleted',
    objectKind: 'run',
    objectId: input.id,
    details: { comment: input.commentId },
  }),
  async run({ actor, input, tx }) {
    requirePerson(actor)
    const runId = await caseOfRun(tx, actor, input.id)
    const row = await lockComment(tx, { runId, commentId: input.commentId })
    if (!mayDelete(row, actor)) throw tooLate()
    await tx.delete(runComments).where(eq(runComments.id, row.id))
    return {}
  },
})
