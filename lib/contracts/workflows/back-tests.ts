import { z } from 'zod'
import { runComparisonSchema } from '../../domain/back-test/comparison.ts'
import { renameSchema } from '../../domain/back-test/renames.ts'
import {
  backTestStatuses,
  groupSchema,
  mostRuns,
  runDifferenceSchema,
  totalsSchema,
  unknownGroupSchema,
  unknownStepSchema,
  verdicts,
} from '../../domain/back-test/totals.ts'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const workflowParams = z.strictObject({ id: z.string().min(1).max(64) })
const testParams = workflowParams.extend({
  backTestId: z.uuid('A back-test has a UUID as its id.'),
})
const base = '/api/v2/workflows/{id}/back-tests'

const summarySchema = z.object({
  id: z.uuid(),
  status: z.enum(backTestStatuses),
  version: z.int().nullable().meta({ description: 'The version that is tested; null: the draft.' }),
  revision: z.int().nullable().meta({ description: 'The revision of the draft.' }),
  done: z.int(),
  total: z.int().meta({ description: 'Of its runs.' }),
  same: z.int(),
  different: z.int(),
  unknown: z.int(),
  failing: z.int().meta({ description: 'Runs that fail now and did not.' }),
  problem: z.string().nullable().meta({ description: 'Why it could not go on, for people.' }),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type BackTestSummary = z.infer<typeof summarySchema>

const groupNumber = z.int().meta({ description: 'For `group` or `unknown` of its runs.' })
const groupName = z.string().meta({
  description: 'By which publishing accepts the difference, such as `choose branch true > false`.',
})
const title = z.string().meta({ description: 'Of the step.' })
const branchTitle = z
  .string()
  .nullable()
  .meta({ description: 'Of the branch, as people named it; null: no branch.' })
export const backTestGroupSchema = groupSchema.extend({
  number: groupNumber,
  name: groupName,
  title,
  beforeTitle: branchTitle,
  afterTitle: branchTitle,
})
export type BackTestGroup = z.infer<typeof backTestGroupSchema>

const backTestSchema = summarySchema.extend({
  skipped: totalsSchema.shape.skipped,
  groups: z.array(backTestGroupSchema),
  unknowns: z.array(unknownGroupSchema.extend({ number: groupNumber, title, becauseTitle: title })),
  moreGroups: totalsSchema.shape.moreGroups,
})
export type BackTestView = z.infer<typeof backTestSchema>

const backTestRunSchema = z.object({
  runId: z.uuid(),
  title: z.string().nullable().meta({ description: 'Of the run.' }),
  startedAt: instant.meta({ description: 'When the run began.' }),
  verdict: z.enum(verdicts),
  failing: z.boolean(),
  differences: z.array(runDifferenceSchema),
  unknown: z.array(unknownStepSchema),
})
export type BackTestRun = z.infer<typeof backTestRunSchema>

export const startBackTestContract = contract({
  id: 'startBackTest',
  method: 'POST',
  path: base,
  summary: 'Replay recorded runs with the draft or a version',
  description:
    'Each run is played again in memory: what computes is computed anew, what asked a person or ' +
    'the outside is answered from the record. Nothing is called or sent. Without `runIds` the ' +
    'newest runs that fit are taken. One back-test of a workflow runs at a time; the 20 newest ' +
    'are kept.',
  tag: 'Back-tests',
  params: workflowParams,
  body: z.strictObject({
    version: z.int().min(1).optional().meta({ description: 'Without it, the draft.' }),
    last: z.int().min(1).max(mostRuns).default(100).meta({ description: 'How many runs.' }),
    status: z.enum(['completed', 'failed']).optional(),
    from: instant.optional().meta({ description: 'Runs that began at or after this instant.' }),
    to: instant.optional(),
    runIds: z.array(z.uuid()).min(1).max(mostRuns).optional(),
    renames: z.array(renameSchema).max(100).optional().meta({
      description: 'Steps that have another id than in the runs, and are answered from the record.',
    }),
  }),
  returns: { 202: { description: 'It runs.', schema: backTestSchema } },
  errorStatuses: [404, 409, 422],
})

export const listBackTestsContract = contract({
  id: 'listBackTests',
  method: 'GET',
  path: base,
  summary: 'List the back-tests of a workflow',
  tag: 'Back-tests',
  params: workflowParams,
  returns: {
    200: {
      description: 'The newest first.',
      schema: z.object({ items: z.array(summarySchema) }),
    },
  },
  errorStatuses: [404],
})

export const getBackTestContract = contract({
  id: 'getBackTest',
  method: 'GET',
  path: `${base}/{backTestId}`,
  summary: 'Read how far a back-test is, and what it found',
  description: 'Names of steps and fields, and no values of runs.',
  tag: 'Back-tests',
  params: testParams,
  returns: { 200: { description: 'The back-test.', schema: backTestSchema } },
  errorStatuses: [404],
})

export const stopBackTestContract = contract({
  id: 'stopBackTest',
  method: 'POST',
  path: `${base}/{backTestId}/stop`,
  summary: 'Stop a back-test',
  description: 'What it found so far is kept. One that has ended stays as it is.',
  tag: 'Back-tests',
  params: testParams,
  returns: { 200: { description: 'The back-test.', schema: backTestSchema } },
  errorStatuses: [404],
})

export const listBackTestRunsContract = contract({
  id: 'listBackTestRuns',
  method: 'GET',
  path: `${base}/{backTestId}/runs`,
  summary: 'List what a back-test says of each run',
  tag: 'Back-tests',
  params: testParams,
  query: pageQuerySchema
    .extend({
      verdict: z.enum(verdicts).optional(),
      group: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Only runs with the difference of this number.' }),
      unknown: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .meta({ description: 'Only runs in which the step of this number is not known.' }),
    })
    .strict(),
  returns: { 200: { description: 'The runs by their ids.', schema: pageOf(backTestRunSchema) } },
  errorStatuses: [404],
})

export const compareBackTestRunContract = contract({
  id: 'compareBackTestRun',
  method: 'GET',
  path: `${base}/{backTestId}/runs/{runId}`,
  summary: 'Compare a run with what it would have been',
  description:
    'The run is replayed once more, and nothing is called or sent. Steps in the order in which they ' +
    'came; values only where they differ.',
  tag: 'Back-tests',
  params: testParams.extend({ runId: z.uuid('A run has a UUID as its id.') }),
  returns: { 200: { description: 'Before and after.', schema: runComparisonSchema } },
  errorStatuses: [404, 503],
})
