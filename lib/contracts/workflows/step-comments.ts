import { z } from 'zod'
import { pageOf, pageQuerySchema } from '#lib/domain/page'
import { stepIdSchema } from '#lib/domain/workflow/definition'
import { contract } from '../contract.ts'
import { commentBody, commentSchema, mentionableSchema, writtenSchema } from '../runs/comments.ts'

const tag = 'Drafts'
const instant = z.iso.datetime({ offset: true })
const workflowParams = z.strictObject({ id: z.string().min(1).max(64) })
const stepParams = workflowParams.extend({ stepId: stepIdSchema })
const commentParams = stepParams.extend({ commentId: z.uuid('A comment has a UUID as its id.') })
const path = '/api/v2/workflows/{id}/steps/{stepId}/comments'
const example = { text: 'Does the payer still want this by fax?', mentions: [] }

/** What stands at a step; the editor draws a mark by it. */
const threadSchema = z.object({
  stepId: z.string(),
  comments: z.int().describe('All of them.'),
  open: z.int().describe('Those that are not resolved; 0: the thread is resolved.'),
  changedAt: instant.describe('When something of it was last written, changed or resolved.'),
})
export type StepThread = z.infer<typeof threadSchema>

const stepCommentSchema = commentSchema.extend({
  resolvedAt: instant.nullable().describe('Null: it is open.'),
  resolvedBy: z.string().nullable(),
})
export type StepCommentView = z.infer<typeof stepCommentSchema>

const stepWrittenSchema = writtenSchema.extend({ comment: stepCommentSchema })
export type WrittenStepComment = z.infer<typeof stepWrittenSchema>

export const listStepThreadsContract = contract({
  id: 'listStepThreads',
  method: 'GET',
  path: '/api/v2/workflows/{id}/threads',
  summary: 'List the steps of a draft that people wrote about',
  description: 'By step. A step that was removed keeps its comments: it may come back.',
  tag,
  params: workflowParams,
  returns: {
    200: { description: 'The threads.', schema: z.object({ items: z.array(threadSchema) }) },
  },
  errorStatuses: [404],
})

export const listStepCommentsContract = contract({
  id: 'listStepComments',
  method: 'GET',
  path,
  summary: 'List what people wrote about a step of a draft, the newest first',
  tag,
  params: stepParams,
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(stepCommentSchema) } },
  errorStatuses: [404],
})

export const addStepCommentContract = contract({
  id: 'addStepComment',
  method: 'POST',
  path,
  summary: 'Write a comment about a step of a draft',
  description:
    'For people who see the workflow. Mentioned members who see it are told; the others are named ' +
    'in the answer. Who wrote about the step before is told of a comment, too. A comment on a ' +
    'resolved thread opens it again.',
  tag,
  params: stepParams,
  body: commentBody,
  returns: { 201: { description: 'Written.', schema: stepWrittenSchema } },
  errorStatuses: [404],
  examples: { request: example },
})

export const changeStepCommentContract = contract({
  id: 'changeStepComment',
  method: 'PATCH',
  path: `${path}/{commentId}`,
  summary: 'Change your own comment about a step, within an hour',
  tag,
  params: commentParams,
  body: commentBody,
  returns: { 200: { description: 'Changed.', schema: stepWrittenSchema } },
  errorStatuses: [404, 409],
  examples: { request: example },
})

export const deleteStepCommentContract = contract({
  id: 'deleteStepComment',
  method: 'DELETE',
  path: `${path}/{commentId}`,
  summary: 'Delete your own comment within an hour; who edits the workflow deletes any at any time',
  tag,
  params: commentParams,
  returns: { 200: { description: 'What is left of the thread.', schema: threadSchema } },
  errorStatuses: [404, 409],
})

export const resolveStepThreadContract = contract({
  id: 'resolveStepThread',
  repeat: 'harmless',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/steps/{stepId}/thread',
  summary: 'Resolve what people wrote about a step, or open it again',
  description: 'For people who see the workflow.',
  tag,
  params: stepParams,
  body: z.strictObject({ resolved: z.boolean() }),
  returns: { 200: { description: 'The thread.', schema: threadSchema } },
  errorStatuses: [404],
  examples: { request: { resolved: true } },
})

export const listWorkflowPeopleContract = contract({
  id: 'listWorkflowPeople',
  method: 'GET',
  path: '/api/v2/workflows/{id}/people',
  summary: 'List members whom a comment about a step can mention',
  tag,
  params: workflowParams,
  query: z.strictObject({
    /** The beginning of a word of the name. */
    q: z.string().max(100).default(''),
  }),
  returns: {
    200: {
      description: 'At most eight, by name.',
      schema: z.object({ items: z.array(mentionableSchema) }),
    },
  },
  errorStatuses: [404],
})
