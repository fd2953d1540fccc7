import { z } from 'zod'
import { stepIdSchema } from '#lib/domain/workflow/definition'
import { draftChangeSchema } from '#lib/domain/workflow/draft-changes/change-schema'
import { problemSchema } from '#lib/domain/workflow/problem'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const workflowParams = z.strictObject({ id: z.string().min(1).max(64) })
const tag = 'Drafts'
const base = '/api/v2/workflows/{id}/draft'

/** The changes that led to a revision of a draft. */
const draftStepSchema = z.object({
  revision: z.int().describe('The revision to which they led.'),
  messageId: z.uuid().nullable().describe('As the editor that sent them named them.'),
  by: z.string(),
  at: instant,
  changes: z.array(draftChangeSchema),
})
export type DraftStep = z.infer<typeof draftStepSchema>

const draftChangedSchema = z.object({
  draftRevision: z.int(),
  missed: z
    .array(draftStepSchema)
    .describe('What other people changed after `base` and before this.'),
  problems: z.array(problemSchema),
})
export type DraftChanged = z.infer<typeof draftChangedSchema>

export const changeDraftContract = contract({
  id: 'changeDraft',
  method: 'POST',
  path: `${base}/changes`,
  summary: 'Change parts of the draft',
  description:
    'The changes were made on revision `base`. Those of other people since then are merged: a ' +
    'change of a place that they changed too is refused with 409 `draft_conflict`, whose ' +
    '`details` have `currentRevision` and the `conflicts` (indexes in `changes`); then nothing ' +
    'is changed. Changes that are sent again with the same `messageId` are not made twice. ' +
    '409 `version_conflict`: `base` is too old to be merged; read the whole draft again.',
  tag,
  params: workflowParams,
  body: z.strictObject({
    messageId: z.uuid(),
    base: z.int().min(1),
    changes: z.array(draftChangeSchema).min(1).max(5000),
  }),
  returns: {
    200: { description: 'Stored.', schema: draftChangedSchema },
  },
  errorStatuses: [404, 409],
  examples: {
    request: {
      messageId: '0192d7c2-6f7e-7cc3-9d6f-3f1f0a8b9c01',
      base: 7,
      changes: [{ kind: 'set', path: ['steps', 'review', 'title'], to: 'Review the referral' }],
    },
    response: { draftRevision: 8, missed: [], problems: [] },
  },
})

export const listDraftChangesContract = contract({
  id: 'listDraftChanges',
  method: 'GET',
  path: `${base}/changes`,
  summary: 'List the changes of the draft after a revision',
  description:
    'Oldest first. The newest 1,000 are kept; 409 `version_conflict`: the revision is older, so ' +
    'read the whole draft again.',
  tag,
  params: workflowParams,
  query: z.strictObject({ since: z.coerce.number().int().min(1) }),
  returns: {
    200: {
      description: 'The changes.',
      schema: z.object({ draftRevision: z.int(), items: z.array(draftStepSchema) }),
    },
  },
  errorStatuses: [404, 409],
})

const draftReaderSchema = z.object({
  tab: z.uuid(),
  name: z.string(),
  mine: z.boolean().describe('It is a tab of the caller.'),
  stepIds: z.array(z.string()).describe('The steps that are selected there.'),
})
export type DraftReader = z.infer<typeof draftReaderSchema>

export const draftEventsContract = contract({
  id: 'draftEvents',
  method: 'GET',
  path: `${base}/events`,
  summary: 'Watch a draft live (server-sent events)',
  description:
    'An event `draft` has the newest revision as `{revision}`: at first, and after each change. ' +
    'An event `readers` has the list of who has the draft open, as ' +
    '`[{tab, name, mine, stepIds}]`: at first, and when it changed. ' +
    'An event `threads` has the comments at steps, as `GET …/threads`: likewise. ' +
    'A comment every 15 seconds keeps the connection open.',
  tag,
  params: workflowParams,
  returns: { 200: { description: 'The stream.', contentType: 'text/event-stream' } },
  errorStatuses: [404],
})

export const announceDraftReaderContract = contract({
  id: 'announceDraftReader',
  method: 'PUT',
  path: `${base}/readers/{tab}`,
  summary: 'Say that the draft is open in a tab',
  description:
    'Others see the caller’s name and the selected steps for 30 seconds; say it again before. ' +
    '`leaves: true`: the tab was closed.',
  tag,
  params: workflowParams.extend({ tab: z.uuid('A tab has a UUID as its id.') }),
  body: z.strictObject({
    stepIds: z.array(stepIdSchema).max(50),
    leaves: z.boolean().default(false),
  }),
  returns: { 204: { description: 'Others see it.' } },
  errorStatuses: [404],
})
