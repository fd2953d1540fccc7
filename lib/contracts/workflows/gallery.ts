import { z } from 'zod'
import { connectionKinds } from '#lib/domain/statuses'
import { definitionSchema, jsonObjectSchema } from '#lib/domain/workflow/definition'
import { galleryAreas } from '#lib/domain/workflow/gallery-workflow'
import { answers, contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'
import { workflowSchema } from './workflows.ts'

const tag = 'Workflows'
const params = z.strictObject({
  id: z.string().min(1).max(64).describe('The workflow of the gallery, such as `denial-appeal`.'),
})

/** What a drawing shows: a box for each step, and the lines between them. */
const drawingSchema = z.object({
  boxes: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      typeTitle: z.string(),
      category: z.string(),
      icon: z.string(),
      branches: z.array(z.string()),
      branchLabels: z.array(z.string()).describe('What people read for each branch.'),
      x: z.number(),
      y: z.number(),
    }),
  ),
  lines: z.array(z.object({ from: z.string(), to: z.string(), via: z.string().nullable() })),
})
export type Drawing = z.infer<typeof drawingSchema>

const summarySchema = z.object({
  id: z.string(),
  name: z.string(),
  area: z.enum(galleryAreas),
  summary: z.string(),
  people: z.array(z.string()).describe('The roles of the people who get screens.'),
  needs: z
    .array(z.object({ kind: z.enum(connectionKinds), title: z.string() }))
    .describe('The kinds of connections that it uses.'),
  samples: z.int().describe('How many cases it can be tried with.'),
  drawing: drawingSchema,
})
export type GallerySummary = z.infer<typeof summarySchema>

const choiceSchema = z.object({ value: z.string(), title: z.string() })

const detailSchema = summarySchema.omit({ needs: true, samples: true }).extend({
  about: z.array(z.string()).describe('The explanation, a paragraph each.'),
  needs: z.array(
    z.object({
      kind: z.enum(connectionKinds),
      title: z.string(),
      why: z.string(),
      choices: z.array(choiceSchema).describe('The connections of this kind, by slug.'),
    }),
  ),
  policies: z.array(
    z.object({
      placeholder: z.string().describe('The policy that the definition names.'),
      why: z.string(),
      choices: z.array(choiceSchema).describe('The policies of the organization, by id.'),
    }),
  ),
  templates: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      exists: z.boolean().describe('Whether the organization has it already.'),
    }),
  ),
  samples: z.array(
    z.object({ name: z.string(), explains: z.string(), startData: jsonObjectSchema }),
  ),
  definition: definitionSchema,
})
export type GalleryDetail = z.infer<typeof detailSchema>

export const listGalleryContract = contract({
  id: 'listGallery',
  method: 'GET',
  path: '/api/v2/workflow-gallery',
  summary: 'List the ready workflows of the gallery',
  description: 'All at once. Each runs on sandbox connections as it is.',
  tag,
  returns: {
    200: {
      description: 'The workflows of the gallery.',
      schema: z.object({ items: z.array(summarySchema) }),
    },
  },
})

export const getGalleryWorkflowContract = contract({
  id: 'getGalleryWorkflow',
  method: 'GET',
  path: '/api/v2/workflow-gallery/{id}',
  summary: 'Read a workflow of the gallery',
  description:
    'With its explanation, sample cases, and what of yours it can use. Choices are empty for ' +
    'callers who may not see connections or policies.',
  tag,
  params,
  returns: { 200: { description: 'The workflow.', schema: detailSchema } },
  errorStatuses: [404],
})

const chosen = (what: string) =>
  z
    .record(z.string().max(200), z.string().min(1).max(200))
    .default({})
    .describe(`${what} One that is left out is taken when the organization has just one.`)

export const createFromGalleryContract = contract({
  id: 'createFromGallery',
  method: 'POST',
  path: '/api/v2/workflow-gallery/{id}/use',
  summary: 'Create a workflow from the gallery',
  description:
    'The draft names your connections and policies; templates that it fills are created when they ' +
    'are missing. Where there are several to choose from and none is named, the answer is 400. ' +
    'What the organization does not have stays open: it is among the `problems`.',
  tag,
  params,
  body: z.strictObject({
    name: oneLine(z.string().trim().min(1, 'A workflow needs a name.').max(200)).optional(),
    folderId: z
      .uuid('A folder has a UUID as its id.')
      .nullable()
      .optional()
      .describe('The folder for it; null or left out: the top.'),
    connections: chosen('The slug of the connection for each kind.'),
    policies: chosen('The id of the policy for each policy that the definition names.'),
  }),
  bodyOptional: true,
  returns: answers(201, 'The new workflow with its draft.', workflowSchema),
  errorStatuses: [404, 409],
  examples: { request: { name: 'Appeals', connections: { letters: 'sandbox' } } },
})
