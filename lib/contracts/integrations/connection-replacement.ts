import { z } from 'zod'
import { contract } from '../contract.ts'

const params = z.strictObject({ id: z.uuid('A connection has a UUID as its id.') })
const replaceWith = z
  .string()
  .min(1)
  .max(64)
  .describe('The slug of the other connection; it must be of the same kind.')

const stepSchema = z.object({ id: z.string(), title: z.string(), typeTitle: z.string() })

const changeSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  draftRevision: z.int().describe('The revision to send, so that nothing newer is overwritten.'),
  steps: z.array(stepSchema).describe('The steps of the draft that name the connection.'),
  published: z
    .boolean()
    .describe('Whether the published version names it; it does so until the draft is published.'),
  mayNot: z.string().optional().describe('Why the caller may not change this draft.'),
})
export type ReplacementChange = z.infer<typeof changeSchema>

const previewSchema = z.object({
  workflows: z.array(changeSchema),
  others: z.int().describe('How many more name it that the access rules do not show to you.'),
})

export const previewReplacementContract = contract({
  id: 'previewReplacement',
  method: 'GET',
  path: '/api/v2/connections/{id}/replacement',
  summary: 'List the drafts that another connection would change',
  description: 'And the published versions that name this one until their drafts are published.',
  tag: 'Connections',
  params,
  returns: { 200: { description: 'The workflows by name.', schema: previewSchema } },
  errorStatuses: [404],
})

const replacedSchema = z.object({
  changed: z.array(z.object({ id: z.uuid(), name: z.string(), draftRevision: z.int() })),
  notChanged: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullable(),
      error: z.string().describe('The code of the error, such as `version_conflict`.'),
      message: z.string(),
    }),
  ),
})
export type Replaced = z.infer<typeof replacedSchema>

export const replaceConnectionContract = contract({
  id: 'replaceConnection',
  method: 'POST',
  path: '/api/v2/connections/{id}/replacement',
  summary: 'Name another connection in the drafts that use this one',
  description:
    'Each draft is changed by itself, when it is still at the revision that was sent; what could ' +
    'not be changed is in the answer with its reason. Nothing is published by this.',
  tag: 'Connections',
  params,
  body: z.strictObject({
    replaceWith,
    workflows: z
      .array(
        z.strictObject({
          id: z.uuid('A workflow has a UUID as its id.'),
          draftRevision: z.int().min(1),
        }),
      )
      .min(1, 'Choose at least one workflow.')
      .max(500),
  }),
  returns: { 200: { description: 'What was changed.', schema: replacedSchema } },
  errorStatuses: [404],
  examples: {
    request: {
      replaceWith: 'second',
      workflows: [{ id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4d003', draftRevision: 7 }],
    },
  },
})
