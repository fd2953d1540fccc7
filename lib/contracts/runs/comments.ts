import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { fileRemovalReasons, historyActions } from '../../domain/run/history.ts'
import { contract } from '../contract.ts'
import { fileSchema } from '../data/files.ts'

const instant = z.iso.datetime({ offset: true })
const runParams = z.strictObject({ id: z.uuid('A run has a UUID as its id.') })
const commentParams = runParams.extend({ commentId: z.uuid('A comment has a UUID as its id.') })

const personSchema = z.object({ userId: z.uuid(), name: z.string() })
export type NamedPerson = z.infer<typeof personSchema>
export const mentionableSchema = personSchema.extend({
  /** The last day on which they are away now. */
  awayUntil: z.iso.date().nullable(),
})
export type Mentionable = z.infer<typeof mentionableSchema>

export const commentSchema = z.object({
  id: z.uuid(),
  author: personSchema,
  text: z.string(),
  /** The people whom the text names with an @. */
  mentions: z.array(personSchema),
  createdAt: instant,
  editedAt: instant.nullable(),
  /** Until when the caller may change it; null: they may not. */
  changeableUntil: instant.nullable(),
  /** Whether the caller may delete it. */
  deletable: z.boolean(),
})
export type CommentView = z.infer<typeof commentSchema>

export const writtenSchema = z.object({
  comment: commentSchema,
  /** Mentioned people who may not see the run: they were not told. */
  notTold: z.array(personSchema),
})
export type WrittenComment = z.infer<typeof writtenSchema>

/** The longest comment, in characters. */
export const maxCommentLength = 5_000

export const commentBody = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1, 'Write something.')
    .max(maxCommentLength, `A comment has at most ${maxCommentLength} characters.`)
    .refine((text) => !text.includes('\0'), 'A comment is plain text.'),
  /** The ids of members; the text has the name of each behind an @. */
  mentions: z.array(z.uuid()).max(20, 'Mention at most 20 people.').default([]),
})
export type CommentBody = z.infer<typeof commentBody>
const example = { text: 'Please call the practice first.', mentions: [] }

export const listCommentsContract = contract({
  id: 'listComments',
  method: 'GET',
  path: '/api/v2/runs/{id}/comments',
  summary: 'List what people wrote about a run, the newest first',
  description: 'An item of a loop has the comments of the run around it.',
  tag: 'Comments',
  params: runParams,
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(commentSchema) } },
  errorStatuses: [404],
})

export const addCommentContract = contract({
  id: 'addComment',
  method: 'POST',
  path: '/api/v2/runs/{id}/comments',
  summary: 'Write a comment about a run',
  description:
    'For people. Mentioned members who may see the run are told; the others are named in the ' +
    'answer. Those who took part in the run are told of a comment, too.',
  tag: 'Comments',
  params: runParams,
  body: commentBody,
  returns: { 201: { description: 'Written.', schema: writtenSchema } },
  errorStatuses: [404],
  examples: { request: example },
})

export const changeCommentContract = contract({
  id: 'changeComment',
  method: 'PATCH',
  path: '/api/v2/runs/{id}/comments/{commentId}',
  summary: 'Change your own comment, within an hour',
  tag: 'Comments',
  params: commentParams,
  body: commentBody,
  returns: { 200: { description: 'Changed.', schema: writtenSchema } },
  errorStatuses: [404, 409],
  examples: { request: example },
})

export const deleteCommentContract = contract({
  id: 'deleteComment',
  method: 'DELETE',
  path: '/api/v2/runs/{id}/comments/{commentId}',
  summary: 'Delete your own comment within an hour; who controls runs deletes any at any time',
  tag: 'Comments',
  params: commentParams,
  returns: { 200: { description: 'Deleted.', schema: z.object({}) } },
  errorStatuses: [404, 409],
})

export const listRunPeopleContract = contract({
  id: 'listRunPeople',
  method: 'GET',
  path: '/api/v2/runs/{id}/people',
  summary: 'List members whom a comment about a run can mention',
  tag: 'Comments',
  params: runParams,
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

const runFileSchema = fileSchema.extend({
  /** Whether the caller may remove it: who added it, and who controls runs. */
  removable: z.boolean(),
})
export type RunFileView = z.infer<typeof runFileSchema>

export const listRunFilesContract = contract({
  id: 'listRunFiles',
  method: 'GET',
  path: '/api/v2/runs/{id}/files',
  summary: 'List the files that people added to a run, the newest first',
  tag: 'Comments',
  params: runParams,
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(runFileSchema) } },
  errorStatuses: [404],
})

export const addRunFileContract = contract({
  id: 'addRunFile',
  method: 'POST',
  path: '/api/v2/runs/{id}/files',
  summary: 'Add an uploaded file to a run',
  description:
    'For people. The file is a `temporary` upload of the caller. It is deleted with the run.',
  tag: 'Comments',
  params: runParams,
  body: z.strictObject({ fileId: z.uuid('A file has a UUID as its id.') }),
  returns: { 201: { description: 'Added.', schema: runFileSchema } },
  errorStatuses: [404],
  examples: { request: { fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c003' } },
})

export const removeRunFileContract = contract({
  id: 'removeRunFile',
  method: 'POST',
  path: '/api/v2/runs/{id}/files/{fileId}/remove',
  summary: 'Remove a file that somebody added to a run',
  description:
    'For people: who added it, and who controls runs. The file is deleted for good; the history ' +
    'says who removed one and why.',
  tag: 'Comments',
  params: runParams.extend({ fileId: z.uuid('A file has a UUID as its id.') }),
  body: z.strictObject({ reason: z.enum(fileRemovalReasons, 'Say why: choose one.') }),
  returns: { 200: { description: 'Removed.', schema: z.object({}) } },
  errorStatuses: [403, 404],
  examples: { request: { reason: 'duplicate' } },
})

const historyEntrySchema = z.object({
  id: z.uuid(),
  at: instant,
  action: z.enum(historyActions),
  by: z.string(),
  /** To whom a screen was given. */
  to: z.string().nullable(),
  /** The absent person for whom it was meant. */
  for: z.string().nullable(),
  /** Why a file was removed. */
  reason: z.enum(fileRemovalReasons).nullable(),
  /** The screen or the step that it was done with; null for the run itself. */
  task: z.object({ id: z.uuid(), title: z.string() }).nullable(),
})
export type HistoryEntry = z.infer<typeof historyEntrySchema>

export const getRunHistoryContract = contract({
  id: 'getRunHistory',
  method: 'GET',
  path: '/api/v2/runs/{id}/history',
  summary: 'Read who did what with a run and its screens, the newest first',
  tag: 'Comments',
  params: runParams,
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(historyEntrySchema) } },
  errorStatuses: [404],
})
