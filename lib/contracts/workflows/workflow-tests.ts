import { z } from 'zod'
import { expectedSchema } from '../../domain/back-test/expectations.ts'
import { publishNeedsSchema } from '../../domain/back-test/publish-needs.ts'
import { effects } from '../../domain/statuses.ts'
import { contract } from '../contract.ts'
import { oneLine } from '../one-line.ts'

const instant = z.iso.datetime({ offset: true })
const workflowParams = z.strictObject({ id: z.string().min(1).max(64) })
const testParams = workflowParams.extend({ testId: z.uuid('A test has a UUID as its id.') })
const base = '/api/v2/workflows/{id}/tests'
const tag = 'Workflow tests'
const name = oneLine(z.string().trim().min(1, 'A test needs a name.').max(200))

const testSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  expected: expectedSchema,
  createdBy: z.string(),
  createdAt: instant,
  updatedAt: instant,
})
export type WorkflowTestView = z.infer<typeof testSchema>

const testedStepSchema = z.object({
  stepId: z.string(),
  title: z.string(),
  ran: z.boolean().meta({ description: 'Whether it ran in the recorded run.' }),
  via: z.string().nullable().meta({ description: 'The branch by which the run left it.' }),
  branches: z
    .array(z.object({ via: z.string(), title: z.string() }))
    .meta({ description: 'The branches of the draft’s step, as people named them.' }),
  effect: z.enum(effects).meta({ description: 'Whether it computes, asks, or sends.' }),
  input: z.unknown().meta({ description: 'What it asked, showed or sent; null: nothing.' }),
  output: z.unknown().meta({ description: 'What it gave; null: nothing.' }),
  tooLarge: z.boolean().meta({ description: 'Values of more than 64 kB are left out.' }),
})
export type WorkflowTestStep = z.infer<typeof testedStepSchema>

const wholeTestSchema = testSchema.extend({
  steps: z.array(testedStepSchema).meta({
    description: 'Of the draft, then those that only the run had; without the bodies of loops.',
  }),
})
export type WholeWorkflowTest = z.infer<typeof wholeTestSchema>

const resultSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  passed: z.boolean(),
  unmet: z.array(z.string()).meta({ description: 'What is not as expected, without values.' }),
})
export type WorkflowTestResult = z.infer<typeof resultSchema>

const testsRunSchema = z.object({
  version: z.int().nullable().meta({ description: 'Null: the draft.' }),
  revision: z.int().nullable().meta({ description: 'The revision of the draft.' }),
  passed: z.int(),
  failed: z.int(),
  results: z.array(resultSchema),
})
export type WorkflowTestsRun = z.infer<typeof testsRunSchema>

export const listWorkflowTestsContract = contract({
  id: 'listWorkflowTests',
  method: 'GET',
  path: base,
  summary: 'List the tests of a workflow',
  tag,
  params: workflowParams,
  returns: {
    200: {
      description: 'By their names, with what they expect.',
      schema: z.object({ items: z.array(testSchema) }),
    },
  },
  errorStatuses: [404],
})

export const addWorkflowTestContract = contract({
  id: 'addWorkflowTest',
  method: 'POST',
  path: base,
  summary: 'Make a test of a run',
  description:
    'The test has a copy of what was recorded of the run, so it outlives the run; it is deleted by ' +
    'hand, or with the workflow. Without `expected` it expects the same end, the same branches, and ' +
    'that the same is sent. A workflow has at most 50 tests.',
  tag,
  params: workflowParams,
  body: z.strictObject({ name, runId: z.uuid(), expected: expectedSchema.optional() }),
  returns: { 201: { description: 'The test.', schema: testSchema } },
  errorStatuses: [404, 409, 422],
})

export const getWorkflowTestContract = contract({
  id: 'getWorkflowTest',
  method: 'GET',
  path: `${base}/{testId}`,
  summary: 'Read a test, with what was recorded of its steps',
  tag,
  params: testParams,
  returns: { 200: { description: 'The test.', schema: wholeTestSchema } },
  errorStatuses: [404],
})

export const changeWorkflowTestContract = contract({
  id: 'changeWorkflowTest',
  method: 'PATCH',
  path: `${base}/{testId}`,
  summary: 'Change the name of a test, or what it expects',
  tag,
  params: testParams,
  body: z
    .strictObject({ name: name.optional(), expected: expectedSchema.optional() })
    .refine((body) => Object.keys(body).length > 0, 'Name at least one field to change.'),
  returns: { 200: { description: 'The test.', schema: testSchema } },
  errorStatuses: [404, 409],
})

export const deleteWorkflowTestContract = contract({
  id: 'deleteWorkflowTest',
  method: 'DELETE',
  path: `${base}/{testId}`,
  summary: 'Delete a test',
  description: 'With its copy of a run.',
  tag,
  params: testParams,
  returns: { 204: { description: 'Deleted.' } },
  errorStatuses: [404],
})

export const runWorkflowTestsContract = contract({
  id: 'runWorkflowTests',
  method: 'POST',
  path: `${base}/run`,
  summary: 'Run the tests of a workflow',
  description:
    'Replays the run of each test with the draft or a version, and compares. Nothing is called or ' +
    'sent. Publishing runs the tests as well.',
  tag,
  params: workflowParams,
  body: z.strictObject({
    version: z.int().min(1).optional().meta({ description: 'Without it, the draft.' }),
  }),
  bodyOptional: true,
  returns: { 200: { description: 'How each test ended.', schema: testsRunSchema } },
  errorStatuses: [404, 503],
})

export const getPublishNeedsContract = contract({
  id: 'getPublishNeeds',
  method: 'GET',
  path: '/api/v2/workflows/{id}/publish-needs',
  summary: 'Read what a draft must prove before it is published',
  tag,
  params: workflowParams,
  returns: { 200: { description: 'What it must prove.', schema: publishNeedsSchema } },
  errorStatuses: [404],
})

export const setPublishNeedsContract = contract({
  id: 'setPublishNeeds',
  method: 'PUT',
  path: '/api/v2/workflows/{id}/publish-needs',
  summary: 'Say what a draft must prove before it is published',
  description:
    'For who may publish the workflow. With `tests`, publishing is refused while a test fails; with ' +
    '`backTest`, until a back-test of the very draft was done and what it found is accepted by name.',
  tag,
  params: workflowParams,
  body: publishNeedsSchema,
  returns: { 200: { description: 'What it must prove.', schema: publishNeedsSchema } },
  errorStatuses: [404],
})
