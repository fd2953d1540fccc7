import { z } from 'zod'
import { pageOf, pageQuerySchema } from '#lib/domain/page'
import { contract } from '../contract.ts'

const words = (most: number) => z.string().trim().min(1).max(most).optional()

const hitSchema = z.object({
  step: z
    .object({ id: z.string(), title: z.string(), typeTitle: z.string() })
    .nullable()
    .describe('The step; null for the workflow itself and its start form.'),
  where: z.string().describe('What of it, in words: “Title”, “Text”, “Start form: Patient”.'),
  field: z.string().nullable().describe('The path of the field in the step, for its address.'),
  excerpt: z
    .object({ before: z.string(), match: z.string(), after: z.string() })
    .nullable()
    .describe('The place with a few words around; null where the place says it all.'),
  draft: z.boolean().describe('Whether the draft says it.'),
  published: z.boolean().describe('Whether the published version says it.'),
})
export type SearchHit = z.infer<typeof hitSchema>

const foundSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  folderId: z.uuid().nullable(),
  hits: z.array(hitSchema),
  moreHits: z.int().describe('How many more places of this workflow are not listed.'),
})
export type FoundWorkflow = z.infer<typeof foundSchema>

export const searchWorkflowsContract = contract({
  id: 'searchWorkflows',
  method: 'GET',
  path: '/api/v2/workflow-search',
  summary: 'Search inside of all workflows',
  description:
    'In drafts and published versions, newest workflow first. All that is asked must hold for the ' +
    'same step. A name that a workflow computes is found by its text only.',
  tag: 'Workflows',
  query: pageQuerySchema
    .extend({
      text: words(200).describe('A text anywhere: names, titles, settings, forms, code.'),
      stepType: words(64).describe('The type of a step, such as `send-fax`.'),
      connection: z.uuid('A connection has a UUID as its id.').optional(),
      policy: words(200).describe('The id of a policy that a step reads.'),
      template: words(64).describe('The slug of a template that a step fills.'),
      workflow: words(64).describe('The id or slug of a workflow that a step runs.'),
      group: words(100).describe('The id of a directory group that a screen is for.'),
      tag: words(40).describe('Only in workflows with this tag.'),
      field: words(200).describe(
        'The title or name of a field: of the start form or a screen, or where it is read.',
      ),
    })
    .strict()
    .refine(
      ({ cursor: _cursor, limit: _limit, tag: _tag, ...asked }) =>
        Object.values(asked).some((value) => value !== undefined),
      'Say what to search: text, stepType, connection, policy, template, workflow, group or field.',
    ),
  returns: { 200: { description: 'A page of workflows.', schema: pageOf(foundSchema) } },
  errorStatuses: [404],
})
