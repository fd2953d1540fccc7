import { z } from 'zod'
import { formProtections, saveDays } from '#lib/domain/form/protection'
import type { WorkflowAct } from '#lib/domain/access/own-rights'
import { oneLine } from '../one-line.ts'
import { definitionSchema, emptyDefinition, slugSchema } from '#lib/domain/workflow/definition'
import { tagsSchema } from '#lib/domain/workflow/tags'
import { versionApprovalSchema } from '#lib/domain/approval/approval'
import { proofSchema } from '#lib/domain/back-test/publish-needs'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { problemSchema } from '#lib/domain/workflow/problem'
import { runStatuses } from '../../domain/statuses.ts'
import { answers, contract } from '../contract.ts'
import { deletionQuery, usedRefusal } from '../used-by.ts'

const tag = 'Workflows'
const instant = z.iso.datetime({ offset: true })

/** A workflow is named by its id or by its slug. */
const workflowParamsSchema = z.strictObject({
  id: z.string().min(1).max(64).describe('The workflow, by id (UUID) or slug.'),
})
const versionParams = workflowParamsSchema.extend({
  number: z.coerce.number().int().min(1).describe('The number of the version.'),
})

const name = oneLine(z.string().trim().min(1, 'A workflow needs a name.').max(200))
const description = z.string().max(2000)
const note = z.string().max(2000)
const folderId = z
  .uuid('A folder has a UUID as its id.')
  .nullable()
  .optional()
  .describe('The folder for it; null or left out: the top.')

const publishedSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  publishedAt: instant,
  publishedBy: z.string().nullable(),
})

const reason = z.string().optional()
const mayNotSchema = z.object({
  edit: reason,
  publish: reason,
  run: reason,
  pause: reason,
  cancelRuns: reason,
  schedule: reason,
  duplicate: reason,
  delete: reason,
} satisfies Record<WorkflowAct, typeof reason>)

export const workflowSummarySchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  folderId: z.uuid().nullable().describe('The folder that it lies in; null at the top.'),
  tags: z.array(z.string()).describe('Words by which people find it, in small letters.'),
  published: publishedSchema.nullable(),
  /** The draft differs from the published version. */
  hasUnpublishedChanges: z.boolean(),
  formPublic: z.boolean(),
  mayNot: mayNotSchema.describe(
    'What the caller may not do with it, by their role and the access rules, with the reason in ' +
      'words. An act that is not here is allowed.',
  ),
  paused: z
    .object({ at: instant, by: z.string().nullable() })
    .nullable()
    .describe(
      'Since when, and by whom, the workflow is paused: no run of it starts, ' +
        'and its runs wait before their next step.',
    ),
  createdAt: instant,
  createdBy: z.string().nullable(),
  updatedAt: instant.describe('When the draft was last saved.'),
  updatedBy: z.string().nullable(),
  lastRun: z.object({ id: z.uuid(), status: z.enum(runStatuses), createdAt: instant }).nullable(),
  runsByDay: z
    .array(z.object({ date: z.iso.date(), total: z.int(), failed: z.int() }))
    .describe(
      'The last 14 days in the time zone of the organization, oldest first, ' +
        'including days without runs.',
    ),
})
export type WorkflowSummary = z.infer<typeof workflowSummarySchema>

export const workflowSchema = workflowSummarySchema
  .omit({ lastRun: true, runsByDay: true })
  .extend({
    formClosesAt: z.iso
      .datetime({ offset: true })
      .nullable()
      .describe('From then on the shared form takes no answers.'),
    formMaxAnswers: z.int().nullable().describe('The shared form takes so many; null: any number.'),
    formClosed: z.boolean().describe('The shared form was closed by hand.'),
    formAnswers: z.int().describe('How many answers came by the shared link.'),
    formProtection: z
      .enum(formProtections)
      .describe('When browsers must solve a puzzle before they send the shared form.'),
    formProofsAsked: z.int().describe('How many sendings were asked for a solved puzzle.'),
    formProofsGiven: z.int().describe('How many came back with it.'),
    formSaveDays: z
      .int()
      .describe('For so many days visitors may go on with the form later; 0: not at all.'),
    formToken: z
      .string()
      .nullable()
      .describe(
        'The secret part of the shared form link /f/{token}; works while formPublic is true. ' +
          'Null for callers who may not edit workflows.',
      ),
    draft: definitionSchema,
    draftRevision: z.int().describe('The revision to send as If-Match with the next save.'),
    problems: z.array(problemSchema).describe('The problems of the draft.'),
  })
export type Workflow = z.infer<typeof workflowSchema>

const draftSavedSchema = z.object({ draftRevision: z.int(), problems: z.array(problemSchema) })
export type DraftSaved = z.infer<typeof draftSavedSchema>

export const workflowVersionSummarySchema = z.object({
  id: z.uuid(),
  number: z.int(),
  note: z.string(),
  publishedAt: instant,
  publishedBy: z.string().nullable(),
  current: z.boolean().describe('Whether new runs start with this version.'),
  proof: proofSchema
    .nullable()
    .describe('With what it was published; null for versions from before this was kept.'),
  approval: versionApprovalSchema
    .nullable()
    .describe('Who approved it; null where publishing needed no approval.'),
})
export type WorkflowVersionSummary = z.infer<typeof workflowVersionSummarySchema>

export const workflowVersionSchema = workflowVersionSummarySchema.extend({
  definition: definitionSchema,
})
export type WorkflowVersion = z.infer<typeof workflowVersionSchema>

export const workflowExportSchema = z.strictObject({
  format: z.literal('rounds.workflow'),
  version: z.literal(1),
  name,
  slug: slugSchema,
  description: description.default(''),
  tags: tagsSchema.default([]),
  definition: definitionSchema,
})
export type WorkflowExport = z.infer<typeof workflowExportSchema>

const ifMatch = {
  'if-match':
    'The draft revision that the change is based on, in quotes: `"7"`. Required; ' +
    'a stale one is answered 409.',
}
const exampleDefinition = {
  ...emptyDefinition,
  steps: [
    {
      id: 'shape',
      type: 'transform',
      title: 'Shape the answer',
      after: [],
      config: { value: { $: '{"hello": start.name}' } },
    },
  ],
}

export const listWorkflowsContract = contract({
  id: 'listWorkflows',
  method: 'GET',
  path: '/api/v2/workflows',
  summary: 'List workflows',
  description: 'Newest first, with the state of the last run and a fortnight of run counts.',
  tag,
  query: z.strictObject({
    ...pageQuerySchema.shape,
    search: z.string().max(200).optional().describe('Part of the name or slug.'),
    folder: z
      .union([z.uuid(), z.literal('none')], { error: 'Give the id of a folder, or `none`.' })
      .optional()
      .describe('Only those directly in this folder; `none`: those in no folder.'),
    tag: z.string().trim().min(1).max(40).optional().describe('Only those with this tag.'),
  }),
  returns: { 200: { description: 'A page of workflows.', schema: pageOf(workflowSummarySchema) } },
})

export const listWorkflowTagsContract = contract({
  id: 'listWorkflowTags',
  method: 'GET',
  path: '/api/v2/workflow-tags',
  summary: 'List the tags of the workflows that you see, by name',
  tag,
  returns: {
    200: {
      description: 'The tags, each with how many workflows have it.',
      schema: z.object({ items: z.array(z.object({ tag: z.string(), workflows: z.int() })) }),
    },
  },
})

export const createWorkflowContract = contract({
  id: 'createWorkflow',
  method: 'POST',
  path: '/api/v2/workflows',
  summary: 'Create a workflow',
  description:
    'Without a slug one is made from the name. A slug that is given and taken is answered 409.',
  tag,
  body: z.strictObject({
    name,
    slug: slugSchema.optional(),
    description: description.optional(),
    definition: definitionSchema.optional(),
    folderId,
  }),
  returns: answers(201, 'The workflow with its draft.', workflowSchema),
  errorStatuses: [409],
  examples: { request: { name: 'Say hello', definition: exampleDefinition } },
})

export const readWorkflowContract = contract({
  id: 'readWorkflow',
  method: 'GET',
  path: '/api/v2/workflows/{id}',
  summary: 'Read a workflow and its draft',
  description: 'The ETag of the answer is the draft revision.',
  tag,
  params: workflowParamsSchema,
  returns: answers(200, 'The workflow.', workflowSchema),
  errorStatuses: [404],
})

export const updateWorkflowContract = contract({
  id: 'updateWorkflow',
  method: 'PATCH',
  path: '/api/v2/workflows/{id}',
  summary: 'Change name, slug, description, tags or the shared form link',
  description:
    'After a change of slug the workflow is still found by the former one; with `replace` the ' +
    'steps of other workflows that run it name the new one.',
  tag,
  params: workflowParamsSchema,
  body: z
    .strictObject({
      name: name.optional(),
      slug: slugSchema.optional(),
      replace: z.boolean().optional(),
      description: description.optional(),
      tags: tagsSchema.optional(),
      formPublic: z.boolean().optional(),
      formClosesAt: z.iso.datetime({ offset: true }).nullable().optional(),
      formMaxAnswers: z.int().min(1).max(1_000_000).nullable().optional(),
      formClosed: z.boolean().optional(),
      formProtection: z.enum(formProtections).optional(),
      formSaveDays: z.int().min(0).max(saveDays.most).optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'Name at least one field to change.'),
  returns: answers(200, 'The changed workflow.', workflowSchema),
  errorStatuses: [404, 409],
})

export const deleteWorkflowContract = contract({
  id: 'deleteWorkflow',
  method: 'DELETE',
  path: '/api/v2/workflows/{id}',
  summary: 'Delete a workflow with its versions and runs',
  description: `Permanent. Refused with 409 while runs of it are active. ${usedRefusal}`,
  tag,
  params: workflowParamsSchema,
  query: deletionQuery,
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404, 409],
})

export const saveDraftContract = contract({
  id: 'saveDraft',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/draft',
  summary: 'Save the draft',
  description:
    'Replaces the whole draft. The 409 of a stale revision has `error: "version_conflict"` and ' +
    '`details: {currentRevision, updatedBy, updatedAt}`. A draft may have problems; ' +
    'they are in the answer.',
  tag,
  params: workflowParamsSchema,
  headers: ifMatch,
  body: z.strictObject({ definition: definitionSchema }),
  returns: {
    200: { description: 'Saved; the new revision is also the ETag.', schema: draftSavedSchema },
  },
  errorStatuses: [404, 409, 428],
  examples: {
    request: { definition: exampleDefinition },
    response: { draftRevision: 8, problems: [] },
  },
})

export const checkDefinitionContract = contract({
  id: 'checkDefinition',
  repeat: 'harmless',
  method: 'POST',
  path: '/api/v2/workflows/{id}/problems',
  summary: 'Find the problems of a definition without saving it',
  tag,
  params: workflowParamsSchema,
  body: z.strictObject({ definition: definitionSchema }),
  returns: {
    200: {
      description: 'The problems; none when the list is empty.',
      schema: z.object({ problems: z.array(problemSchema) }),
    },
  },
  errorStatuses: [404],
  examples: { request: { definition: exampleDefinition }, response: { problems: [] } },
})

export const publishWorkflowContract = contract({
  id: 'publishWorkflow',
  method: 'POST',
  path: '/api/v2/workflows/{id}/publish',
  summary: 'Publish the draft as the next version',
  description:
    'Publishes exactly the named draft revision (409 when it is no longer the current one). ' +
    'A draft with errors is refused with 422 and `details.problems`. The tests of the workflow run; ' +
    'where it asks for more (`publish-needs`), a draft that does not prove it is refused with 422 ' +
    'and `details.tests`, or `details.needs` and `details.differences`. Where the access rules ask ' +
    'for an approval (`approval`), the draft must be the one that was approved, with the differences ' +
    'that were accepted then; else it is 422 with `details.needs: "approval"`. Active runs keep ' +
    'their version.',
  tag,
  params: workflowParamsSchema,
  body: z.strictObject({
    revision: z.int().min(1),
    note: note.default(''),
    accept: z
      .array(z.string().max(3000))
      .max(1000)
      .default([])
      .describe('Differences of the back-test that are accepted, by their `name`.'),
    withoutApproval: z
      .string()
      .trim()
      .min(1, 'Say why it is published without an approval.')
      .max(500)
      .optional()
      .describe(
        'The reason for which an owner publishes without the approval that is needed. It is in ' +
          'the audit log, and those who may approve are told.',
      ),
  }),
  returns: { 201: { description: 'The new version.', schema: workflowVersionSummarySchema } },
  errorStatuses: [404, 409, 422],
  examples: { request: { revision: 7, note: 'Asks for the authorization number' } },
})

export const pauseWorkflowContract = contract({
  id: 'pauseWorkflow',
  method: 'POST',
  path: '/api/v2/workflows/{id}/pause',
  summary: 'Pause a workflow',
  description:
    'No run of it starts any more: starts by API, form or hand are refused with 409 ' +
    '`workflow_paused`, occurrences of its schedules are skipped. Its runs finish the tasks in ' +
    'flight and wait before their next step, with status `suspended` and ' +
    '`holds: "workflow-paused"`; screens can still be completed. Pausing twice changes nothing.',
  tag,
  params: workflowParamsSchema,
  returns: answers(200, 'The paused workflow.', workflowSchema),
  errorStatuses: [404],
})

export const resumeWorkflowContract = contract({
  id: 'resumeWorkflow',
  method: 'POST',
  path: '/api/v2/workflows/{id}/resume',
  summary: 'Resume a paused workflow',
  description: 'Its runs go on with their next step.',
  tag,
  params: workflowParamsSchema,
  returns: answers(200, 'The workflow.', workflowSchema),
  errorStatuses: [404],
})

export const listVersionsContract = contract({
  id: 'listVersions',
  method: 'GET',
  path: '/api/v2/workflows/{id}/versions',
  summary: 'List the published versions, newest first',
  tag,
  params: workflowParamsSchema,
  query: z.strictObject(pageQuerySchema.shape),
  returns: {
    200: { description: 'A page of versions.', schema: pageOf(workflowVersionSummarySchema) },
  },
  errorStatuses: [404],
})

export const readVersionContract = contract({
  id: 'readVersion',
  method: 'GET',
  path: '/api/v2/workflows/{id}/versions/{number}',
  summary: 'Read one published version',
  tag,
  params: versionParams,
  returns: {
    200: { description: 'The version with its definition.', schema: workflowVersionSchema },
  },
  errorStatuses: [404],
})

export const restoreVersionContract = contract({
  id: 'restoreVersion',
  method: 'POST',
  path: '/api/v2/workflows/{id}/versions/{number}/restore',
  summary: 'Put a published version back into the draft',
  tag,
  params: versionParams,
  headers: ifMatch,
  returns: answers(200, 'The workflow with its new draft.', workflowSchema),
  errorStatuses: [404, 409, 428],
})

export const duplicateWorkflowContract = contract({
  id: 'duplicateWorkflow',
  method: 'POST',
  path: '/api/v2/workflows/{id}/duplicate',
  summary: 'Copy a workflow',
  description:
    'Copies the draft and the access rules, into the same folder; the copy has no versions, no ' +
    'runs, and its form is not shared.',
  tag,
  params: workflowParamsSchema,
  body: z.strictObject({ name: name.optional(), slug: slugSchema.optional() }),
  bodyOptional: true,
  returns: answers(201, 'The copy.', workflowSchema),
  errorStatuses: [404, 409],
})

export const exportWorkflowContract = contract({
  id: 'exportWorkflow',
  method: 'GET',
  path: '/api/v2/workflows/{id}/export',
  summary: 'Export a workflow as JSON',
  description:
    'The draft, or the named published version. Contains no credentials: ' +
    'connections are named by slug.',
  tag,
  params: workflowParamsSchema,
  query: z.strictObject({ version: z.coerce.number().int().min(1).optional() }),
  returns: { 200: { description: 'The file that import accepts.', schema: workflowExportSchema } },
  errorStatuses: [404],
})

export const importWorkflowContract = contract({
  id: 'importWorkflow',
  method: 'POST',
  path: '/api/v2/workflows/import',
  summary: 'Import an exported workflow',
  description: 'Creates a new workflow; when the slug is taken, a number is added to it.',
  tag,
  query: z.strictObject({ folderId: z.uuid('A folder has a UUID as its id.').optional() }),
  body: workflowExportSchema,
  returns: answers(
    201,
    'The new workflow; problems name what is missing here, such as connections.',
    workflowSchema,
  ),
  examples: {
    request: {
      format: 'rounds.workflow',
      version: 1,
      name: 'Say hello',
      slug: 'say-hello',
      description: '',
      definition: exampleDefinition,
    },
  },
})
